# NVIDIA H200 (SXM, 141 GB). One field a line: key value, then the number's source after a '#'.
# "properties": cudaGetDeviceProperties of compute capability 9.0 (CUDA C++ Programming Guide, Technical Specifications
# per Compute Capability) or the H200's own; "measured": one H200, driver 580, CUDA 13.0, unmodified clocks, medians.
name NVIDIA H200
compute_major 9                       # properties
compute_minor 0                       # properties
sm_count 132                          # properties; measured
clock_khz 1980000                     # properties: highest SM clock
memory_clock_khz 3201000              # properties
memory_bus_bits 6144                  # properties: 4.8 TB/s on the data sheet
l2_bytes 62914560                     # properties: 60 MB
persisting_l2_bytes 39321600          # properties
shared_per_block_bytes 49152          # properties
shared_per_block_optin_bytes 232448   # properties: 227 KB
shared_per_sm_bytes 233472            # properties: 228 KB
shared_reserved_per_block_bytes 1024  # properties
registers_per_block 65536             # properties
registers_per_sm 65536                # properties
warp_size 32                          # properties
threads_per_block 1024                # properties
threads_per_sm 2048                   # properties
blocks_per_sm 32                      # properties
block_x 1024                          # properties
block_y 1024                          # properties
block_z 64                            # properties
grid_x 2147483647                     # properties
grid_y 65535                          # properties
grid_z 65535                          # properties
constant_bytes 65536                  # properties
copy_engines 3                        # properties
schedulers_per_sm 4                   # programming guide, architecture of compute capability 9.0
l1_bytes_per_clk 128                  # programming guide: 32 banks of 4 bytes
dram_megabytes_per_s 4217000          # measured: cudaMemcpy device to device, 1 GiB, read and written in 0.509 ms
link_pinned_megabytes_per_s 55500     # measured: 256 MiB host to device, pinned, 4.83 ms
link_pageable_megabytes_per_s 14400   # measured: 256 MiB host to device, pageable, 18.7 ms
link_latency_ns 10000                 # assumed, not measured yet
launch_ns 2500                        # assumed, not measured yet
blocks_per_us 1650                    # measured: 2,097,152 blocks of 128 threads copying one int each in 1.271 ms
