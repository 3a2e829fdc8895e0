// Fakes of ports, clocks and networks for the tests.
