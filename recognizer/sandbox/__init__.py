"""Work on untrusted pictures in a child process with limits on memory, time and pixels."""
