// Escape codes in what the compiler repeats.
#error "[2J]0;owned red"
