"""Mail in and out: listener, letters, addresses, delivery."""
