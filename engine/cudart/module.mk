# NVIDIA's headers give the types of the runtime API; as system headers, because our warnings are not theirs.
CFLAGS_cudart := -isystem $(CUDA_INC)
# Its test looks at the library's symbols.
$(BUILD)/tests/check_cudart: | $(BUILD)/lib/emulator/libcudart.so.13
