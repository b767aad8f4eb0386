"""The tryout: a whole scripted game of Hundred, by real mail on loopback, on a store of its own."""
