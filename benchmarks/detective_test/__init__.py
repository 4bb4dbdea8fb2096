"""The test of the shipped detective with partners that it has never met (`__main__`)."""
