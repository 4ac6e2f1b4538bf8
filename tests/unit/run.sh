#!/usr/bin/env bash
# Run unit test programs: tests/unit/run.sh PROGRAM... Check's own limit of 4 s a test is short for a busy machine.
CK_DEFAULT_TIMEOUT=${CK_DEFAULT_TIMEOUT:-60} exec "$(dirname "$0")/../each.sh" env "$@"
