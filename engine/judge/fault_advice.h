/* fault_advice: what mends a fault that its message alone explains: a deadlock, a stack that is too small. */
#ifndef JUDGE_FAULT_ADVICE_H
#define JUDGE_FAULT_ADVICE_H

/* In the words of emulator/run/stuck_words.c. */
#define FAULT_WAITS "wait for ever for what no thread"

/* NULL: the message says too little, or is none. */
const char *fault_advice(const char *message);

#endif
