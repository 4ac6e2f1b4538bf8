// solve
