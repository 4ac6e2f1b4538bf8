# The program that judges tests/attacks/*.cu: it links the judge itself, to turn a defence off for the control.
$(BUILD)/tests/attacks: $(BUILD)/obj/tests/attacks/main_attacks.o $(call libs_of,job)
	@mkdir -p $(@D)
	$(call link,$<,$(call libs_of,job),$(call ext_of,job))
