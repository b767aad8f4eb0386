"""The shell: argument tree and exit codes."""
