"""`python -m tamaya` is the command `tamaya`."""

from tamaya_command import main

main()
