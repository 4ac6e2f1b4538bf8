/* Embeds the profile texts, so that the device needs no path at run time. A new profile: two rows here, one in profile.c. */
	.section .rodata
	.globl profile_text_h200
	.globl profile_end_h200
	.hidden profile_text_h200
	.hidden profile_end_h200
profile_text_h200:
	.incbin "engine/device/profiles/h200.profile"
profile_end_h200:
	.byte 0
	.section .note.GNU-stack,"",@progbits
