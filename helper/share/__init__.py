"""File > Share: how the open puzzle gets to somebody else.

``share_dialog`` shows the ways, ``share_commands`` goes them: a link, a picture or text on the
clipboard, the page to play as a file, or on a phone in the network, which sends its marks back.
"""
