#!/usr/bin/env bash
# Run unit test programs: tests/unit/run.sh PROGRAM... Check's own limit of 4 s a test is short for a busy machine. The limits
# are there for tests that hang, so they are four times what each test names: under sanitizers, on a machine with ten jobs a
# core, one that needs 10 s of CPU takes minutes.
CK_TIMEOUT_MULTIPLIER=${CK_TIMEOUT_MULTIPLIER:-4} CK_DEFAULT_TIMEOUT=${CK_DEFAULT_TIMEOUT:-60} exec "$(dirname "$0")/../each.sh" env "$@"
