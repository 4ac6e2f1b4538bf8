/* source_declared: where a name is declared. As in source_lines.h it is text that is looked at: it serves to word
 * advice, and never to judge. */
#ifndef JUDGE_SOURCE_DECLARED_H
#define JUDGE_SOURCE_DECLARED_H

/* The line that declares the name as a variable or a parameter of one of C's or CUDA's types: the last one above line
 * `used`, or the first one below it where there is none. 0: there is none. */
int source_declared(const char *source, const char *name, int used);

#endif
