# What the programs of tests/unit/ that replay recordings need beside their own file.
UNIT_SRCS_emulator_conformance := $(addprefix tests/conformance/,forms.c operands.c bits.c replay.c recording.c)
UNIT_LIBS_emulator_conformance := -lzstd
UNIT_SRCS_emulator_conformance_counters := $(addprefix tests/conformance/,count.c launches.c forms.c operands.c bits.c replay.c recording.c)
UNIT_LIBS_emulator_conformance_counters := -lzstd
UNIT_SRCS_emulator_order := tests/conformance/recording.c
UNIT_LIBS_emulator_order := -lzstd
