"""File > Scan > Phone: a phone on the same network sends its photos to this computer.

``networks`` finds the addresses, ``phone_dialog`` shows the code, ``phone_commands`` runs the page
(:mod:`network.phone`) while the dialog is open and hands the pictures to the list of the scan.
"""
