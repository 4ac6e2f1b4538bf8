# Warplings. `make run` and `make test` need nothing before them: scripts/setup.sh installs what is missing.
#
#   make run | test | test-quick | check [LAB=02|STEP=02/1] [SOLUTIONS=1] | bench | bench-model | measure | bundle | fuzz | lint | layout | clean
#   make build            everything under $(BUILD)
#   make litmus           count the outcomes of the litmus tests of weak memory
#   make unit-ptx         build and run tests/unit/ptx/check_ptx*.c alone (any module's name works)
#   SANITIZE=address,undefined   builds in a folder of its own
#
# A module is a folder of engine/ (or cli, tui). What each may use stands once, in scripts/modules.mk; the link line and
# tests/lint both follow it. A module with special flags has a module.mk beside its sources.

.DEFAULT_GOAL := build
SANITIZE ?=
BUILD ?= build$(if $(SANITIZE),/san-$(subst $(comma),-,$(SANITIZE)))
comma := ,
ifeq ($(origin CC),default)
CC := gcc
endif
export BUILD

# What setup found or fetched (NVCC, CUDA_INC, CUDA_LIB); made by scripts/setup.sh, absent before the first run.
-include build/config.mk
CUDA_INC ?= $(firstword $(wildcard $(CUDA_HOME)/include /usr/local/cuda/include))

WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror
# Under sanitizers GCC compiles at -Og in a third of the time.
OPT ?= $(if $(SANITIZE),-Og,-O2)
# -g1: functions and lines alone for a debugger, which -O2 leaves little more anyway; all of it took a sixth of the time
# to compile and to link, and made programs three times as large. To see variables: make OPT=-O0 CFLAGS=-g.
CFLAGS_ALL := -std=c11 -D_GNU_SOURCE $(OPT) -g1 -fPIC -pthread -ffp-contract=off $(WARN) -Iengine -I. $(CFLAGS) \
	$(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer)
LDFLAGS_ALL := -pthread $(LDFLAGS) $(if $(SANITIZE),-fsanitize=$(SANITIZE))

# One short line for each step; V=1 shows the commands.
say = @$(if $(V),set -x; ,printf '  %-6s %s\n' '$(1)' '$(2)'; )

include scripts/modules.mk
-include $(wildcard engine/*/module.mk)

# ---- modules -> static libraries
srcdir = $(if $(wildcard engine/$(1)),engine/$(1),$(1))
# main_*.c are programs, not part of the library.
srcs = $(filter-out $(call srcdir,$(1))/main_%.c,$(sort $(wildcard $(call srcdir,$(1))/*.c $(call srcdir,$(1))/*/*.c)))
objs = $(patsubst %.c,$(BUILD)/obj/%.o,$(call srcs,$(1))) $(OBJS_EXTRA_$(1))
lib = $(BUILD)/lib/lib$(1).a
libs_of = $(call lib,$(1)) $(foreach d,$(DEPS_$(1)),$(call lib,$(d)))
# Archives may refer to each other in any order: one group.
link = $(call say,LD,$@)$(CC) -o $@ $(1) -Wl,--start-group $(2) -Wl,--end-group $(LDFLAGS_ALL) $(3)
ext_of = $(sort $(foreach m,$(1) $(DEPS_$(1)),$(LIBS_$(m))))

define module_rules
$(call lib,$(1)): $(call objs,$(1))
	@mkdir -p $$(@D)
	@rm -f $$@
	$$(call say,AR,$$@)ar rcs $$@ $$^
endef
$(foreach m,$(MODULES),$(eval $(call module_rules,$(m))))

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(CFLAGS_ALL) $(CFLAGS_$(word 2,$(subst /, ,$*))) -MMD -MP -c -o $@ $<

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)

# ---- programs
PROGRAMS := $(BUILD)/bin/warplings $(BUILD)/bin/warplings-device $(BUILD)/bin/warplings-host $(BUILD)/bin/warplings-box
CUDART := $(BUILD)/lib/emulator/libcudart.so.13

$(BUILD)/bin/warplings: $(BUILD)/obj/cli/main_warplings.o $(call libs_of,cli)
	@mkdir -p $(@D)
	$(call link,$<,$(call libs_of,cli),$(call ext_of,cli))
$(BUILD)/bin/warplings-device: $(BUILD)/obj/engine/device/main_device.o $(call libs_of,device)
	@mkdir -p $(@D)
	$(call link,$<,$(call libs_of,device),$(call ext_of,device))
$(BUILD)/bin/warplings-box: $(BUILD)/obj/engine/sandbox/main_box.o $(call libs_of,sandbox)
	@mkdir -p $(@D)
	$(call link,$<,$(call libs_of,sandbox),$(call ext_of,sandbox))
# -rdynamic is not wanted: the student's object must not find our symbols.
$(BUILD)/bin/warplings-host: $(BUILD)/obj/engine/host/main_host.o $(call libs_of,host)
	@mkdir -p $(@D)
	$(call link,$<,$(call libs_of,host),$(call ext_of,host))
$(CUDART): $(call objs,cudart) $(call lib,base) engine/cudart/libcudart.map
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) -shared -o $@ $(call objs,cudart) $(call lib,base) -Wl,-soname,libcudart.so.13 \
		-Wl,--version-script=engine/cudart/libcudart.map $(LDFLAGS_ALL) -ldl

.PHONY: build
build: $(PROGRAMS) $(CUDART)

# ---- unit tests: one Check program for each tests/unit/MODULE/check_MODULE*.c
UNIT := $(patsubst check_%.c,%,$(notdir $(wildcard tests/unit/*/check_*.c)))
unit_module = $(firstword $(subst _, ,$(1)))
unit_src = tests/unit/$(unit_module)/check_$(1).c
# A program that needs more than its file and the module names it there: UNIT_SRCS_<name>, UNIT_LIBS_<name>.
-include tests/conformance/module.mk
# In each program: the main, which runs the suite that the linker is told the name of, what Check calls at an assertion,
# and the reader of PTX.
UNIT_OBJS := $(BUILD)/obj/tests/unit/runner.o $(BUILD)/obj/tests/unit/marks.o $(BUILD)/obj/tests/unit/ptx_text.o
define unit_rules
$(BUILD)/tests/check_$(1): $(unit_src) $(UNIT_OBJS) $$(UNIT_SRCS_$(1)) $(call libs_of,$(call unit_module,$(1)))
	@mkdir -p $$(@D)
	$$(call say,CHECK,$$@)$$(CC) $$(CFLAGS_ALL) $(CFLAGS_$(call unit_module,$(1))) -Wl,--defsym=unit_suite=$(1)_suite -Wl,--wrap=_mark_point -o $$@ $(unit_src) $(UNIT_OBJS) $$(UNIT_SRCS_$(1)) \
		-Wl,--start-group $(call libs_of,$(call unit_module,$(1))) -Wl,--end-group $$(LDFLAGS_ALL) \
		$(call ext_of,$(call unit_module,$(1))) $$(UNIT_LIBS_$(1)) -lcheck -lsubunit -lrt -lm
endef
include tests/unit/one.mk
$(foreach u,$(filter-out $(UNIT_ONE),$(UNIT)),$(eval $(call unit_rules,$(u))))
.PHONY: unit unit-programs sanitized litmus
# What came of the litmus tests of memory under 3000 seeds each (docs/schedules.md).
litmus: $(BUILD)/tests/check_emulator_weak
	@LITMUS=show CK_FORK=no $<
unit-programs: $(foreach u,$(UNIT),$(BUILD)/tests/check_$(u))
# The whole of it again under sanitizers (make SANITIZE=address,undefined sanitized): programs, unit tests, and real runs: the last
# step of each lab, whose kernels do the most. `verify` judges all of them without sanitizers.
last_steps = $(foreach l,$(sort $(wildcard labs/*/lab.yaml)),$(notdir $(patsubst %/lab.yaml,%,$l))/$(shell grep -c '^  - name:' $l))
sanitized: build unit-programs
	@$(MAKE) --no-print-directory unit
	@tests/each.sh tests/solution.sh $(last_steps)
unit: $(foreach u,$(UNIT),$(BUILD)/tests/check_$(u))
	@tests/unit/run.sh $^
define unit_module_rule
.PHONY: unit-$(1)
unit-$(1): $(foreach u,$(filter $(1) $(1)_%,$(UNIT)),$(BUILD)/tests/check_$(u))
	@tests/unit/run.sh $$^
endef
$(foreach m,$(MODULES),$(eval $(call unit_module_rule,$(m))))

-include tests/screens/module.mk
-include tests/attacks/module.mk

# ---- what people type. setup first, then a second make that sees what it found.
.PHONY: run test test-quick check bench bench-model measure install bundle fuzz lint layout clean setup
setup:
	@./scripts/setup.sh
run: setup
	@$(MAKE) --no-print-directory -j$$(nproc) build
	@./scripts/run.sh
test:
	@./scripts/setup.sh tests
	@$(MAKE) --no-print-directory -j$$(nproc) build
	@./tests/run.sh all
test-quick:
	@$(MAKE) --no-print-directory -j$$(nproc) build
	@./tests/run.sh quick
check: setup
	@$(MAKE) --no-print-directory -j$$(nproc) build
	@$(BUILD)/bin/warplings check $(if $(SOLUTIONS),--solutions) $(LAB) $(STEP)
bench: setup
	@$(MAKE) --no-print-directory -j$$(nproc) build
	@./tests/bench/run.sh
# Modelled beside measured times (docs/time-model.md); CHECK=1: a missed target is an error.
bench-model: setup
	@$(MAKE) --no-print-directory -j$$(nproc) build
	@./tests/bench/model/model.sh $(if $(CHECK),--check)
# Everything in the labs and the ladders of kernels/, timed on this machine's GPU: docs/measured.md, labs/*/measured.yaml. LAB="02 03": these alone.
# Takes a bundle's or this tree's warplings, whichever is there, so nothing is built where nothing can be.
measure:
	@./scripts/measure.sh $(LAB)
# One installation for many users: PREFIX (/usr/local), DESTDIR.
install: setup
	@$(MAKE) --no-print-directory -j$$(nproc) build
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" ./scripts/install.sh
bundle: setup
	@$(MAKE) --no-print-directory -j$$(nproc) build
	@./scripts/bundle.sh
fuzz: setup
	@./tests/fuzz/run.sh
lint:
	@./tests/lint/run.sh && ./tests/lint/layout.sh
# Lays out every C file as .clang-format says.
layout:
	@./tests/lint/layout.sh --fix
clean:
	rm -rf build
