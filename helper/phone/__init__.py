"""Pages of this computer for a phone in its network.

``networks`` finds the addresses, ``code_dialog`` shows the code, ``page_server`` runs the page
(:mod:`network.phone`) while the dialog is open. ``phone_dialog`` and ``phone_commands`` are File >
Scan > Phone, which hands the pictures of a phone to the list of the scan.
"""
