# NVIDIA GeForce RTX 4060 Laptop GPU (AD107, 2023): a laptop's card of today. "properties": compute capability 8.9 (CUDA C++ Programming Guide,
# Technical Specifications per Compute Capability); "data sheet": NVIDIA's for this card; "assumed": not measured by us. Laptops run it at
# clocks and powers of their own, so its times are those of one that stands in the middle.
name NVIDIA GeForce RTX 4060 Laptop GPU
compute_major 8                       # properties
compute_minor 9                       # properties
sm_count 24                           # data sheet: 3072 cores, 128 a multiprocessor
clock_khz 1890000                     # data sheet: boost 1470 to 2370 MHz by power; a middle one
memory_clock_khz 8000000              # data sheet: GDDR6, 16 Gbit/s a pin (two transfers a cycle)
memory_bus_bits 128                   # data sheet: 256 GB/s
memory_ecc 0                          # assumed: cards for games have none
l2_bytes 33554432                     # Ada white paper, AD107: 32 MB
persisting_l2_bytes 20971520          # assumed: five eighths, as other cards of this capability report
shared_per_block_bytes 49152          # properties
shared_per_block_optin_bytes 101376   # properties: 99 KB
shared_per_sm_bytes 102400            # properties: 100 KB
shared_reserved_per_block_bytes 1024  # properties
registers_per_block 65536             # properties
registers_per_sm 65536                # properties
warp_size 32                          # properties
threads_per_block 1024                # properties
threads_per_sm 1536                   # properties
blocks_per_sm 24                      # properties
block_x 1024                          # properties
block_y 1024                          # properties
block_z 64                            # properties
grid_x 2147483647                     # properties
grid_y 65535                          # properties
grid_z 65535                          # properties
constant_bytes 65536                  # properties
copy_engines 1                        # assumed: many laptop cards report one
schedulers_per_sm 4                   # programming guide, architecture of compute capability 8.x
l1_bytes_per_clk 128                  # programming guide: 32 banks of 4 bytes
dram_megabytes_per_s 225000           # assumed: 88 % of the data sheet, the share that the H200 reaches
link_pinned_megabytes_per_s 12500     # assumed: PCI Express 4.0 x8 carries 15.8 GB/s less packet heads
link_pageable_megabytes_per_s 6000    # assumed: half of pinned
link_reads_per_us 155                 # assumed: the H200's, in proportion to the link's bandwidth
link_writes_per_us 112                # assumed: likewise
link_latency_ns 3500                  # assumed: the H200's
launch_ns 1500                        # assumed: the H200's
blocks_per_us 300                     # assumed: the H200's for each multiprocessor
hardware_queues 8                     # assumed: the H200's; CUDA_DEVICE_MAX_CONNECTIONS is 8 unless set
concurrent_kernels 128                # properties: resident grids per device
launch_call_ns 3450                   # assumed: the H200's
copy_call_ns 1050                     # assumed: the H200's
event_call_ns 690                     # assumed: the H200's
alloc_call_ns 30000                   # assumed: the H200's
call_ns 130                           # assumed: the H200's
sync_return_ns 4000                   # assumed: the H200's
event_ns 1250                         # assumed: the H200's
host_function_ns 50000                # assumed: the H200's
link_pinned_d2h_megabytes_per_s 12500 # assumed: as to the device
link_pageable_d2h_megabytes_per_s 6000 # assumed: as to the device
staging_bytes 1048576                 # assumed: the H200's
staging_megabytes_per_s 12000         # assumed
alloc_orders 0                        # assumed: the H200's
free_waits 1                          # assumed: the H200's
# The time of kernels. "guide": CUDA C++ Programming Guide, Arithmetic Instructions, throughput of compute capability 8.9.
int_lanes_per_sm 64                   # guide
multiply_lanes_per_sm 64              # guide
wide_product_lanes_per_sm 32          # assumed: the H200's
wide_product_issue_clk 3              # assumed: the H200's
special_lanes_per_sm 16               # guide
f64_lanes_per_sm 2                    # guide
f64_issue_clk 2                       # assumed: the H200's
barrier_lanes_per_sm 16               # guide, Synchronization Instruction: compute capability 8.9
barrier_least_clk 3                   # assumed: the H200's
barrier_passes_permille 1700          # assumed: the H200's
latency_alu_clk 4                     # assumed: the H200's, as the next ten
latency_cross_clk 1                   # assumed: the H200's
latency_special_clk 23                # assumed
latency_f64_clk 40                    # assumed: few lanes take long
latency_shared_clk 26                 # assumed
shared_swap_clk 99                    # assumed
shared_swap_less_clk 11               # assumed
shared_swap_parted_permille 2150      # assumed
shared_swap_vain_permille 1100        # assumed
latency_l1_clk 44                     # assumed
latency_l2_clk 284                    # assumed
latency_dram_clk 600                  # assumed
latency_pass_clk 2                    # assumed: the H200's
latency_slower_clk 80                 # assumed: the H200's
latency_atomic_clk 700                # assumed
latency_atomic_l2_clk 490             # assumed
latency_atomic_near_clk 390           # assumed
latency_fence_clk 515                 # assumed
hop_clk 415                           # assumed
hop_atomic_clk 690                    # assumed
hop_shared_clk 100                    # assumed
hop_looker_clk_permille 500           # assumed
hop_atomic_looker_clk_permille 1000   # assumed
hop_shared_looker_clk_permille 2200   # assumed
fence_clk 16                          # assumed: the H200's
latency_barrier_clk 14                # assumed
latency_guard_clk 9                   # assumed
latency_branch_clk 16                 # assumed
latency_call_clk 17                   # assumed: the H200's
latency_fall_clk 5                    # assumed: the H200's
latency_part_clk 25                   # assumed: the H200's
latency_constant_clk 31               # assumed: the H200's, as the next four
latency_constant_word_clk 11          # assumed
latency_constant_far_clk 72           # assumed
constant_word_clk_permille 2000       # assumed
constant_line_clk 100                 # assumed
constant_far_clk_permille 3400        # assumed
constant_apart_clk_permille 30500     # assumed
l1_bytes_per_sm 131072                # programming guide: 128 KB for L1 and shared memory
l2_reach_bytes 33554432               # assumed: all of it
l2_megabytes_per_s 1500000            # assumed: the H200's for each multiprocessor, rounded down
l2_write_megabytes_per_s 750000      # assumed: half of reading, as the H200
l2_lines_per_us 25000                 # assumed: the H200's in proportion to l2_megabytes_per_s
l2_partial_lines_per_us 24000         # assumed
l2_place_stores_per_us 1900           # assumed
l2_place_loads_per_us 3100            # assumed
partial_store_clk_permille 1550            # assumed: the H200's
local_store_clk_permille 3400         # assumed: the H200's
local_sector_clk_permille 500         # assumed: the H200's
l2_bytes_per_sm_clk 64                # assumed: the H200's
atomics_per_us 1300                   # assumed: the H200's for each cycle
float_atomics_per_us 540              # assumed: in proportion to the H200's
swap_ns 235                           # assumed: the H200's
swap_lanes_per_us 5000                # assumed: the H200's
lock_ns 880                           # assumed: the H200's
atomic_units 9                        # assumed: as l2_partial_lines_per_us and atomics_per_us say
place_turn_ps 1350                  # assumed: the H200's
tries_seen_ns 3500                  # assumed: the H200's
atomic_answer_permille 1330        # assumed: as the H200
atomic_words_per_us 96000             # assumed: whole sectors of eight words at l2_partial_lines_per_us
dram_read_megabytes_per_s 235000      # assumed: as the H200's, a little above a copy's
dram_write_megabytes_per_s 216000     # assumed
dram_fill_bytes 64                    # assumed: the H200's
dram_row_bytes 512                    # assumed: the H200's
dram_written_row_bytes 256            # assumed: the H200's
dram_rows_read_per_us 4000            # assumed: the H200's, in proportion to the bandwidth
dram_rows_written_per_us 1700         # assumed: likewise
code_clk_permille 2600                # assumed: the H200's
code_far_clk_permille 6000            # assumed: the H200's
first_access_ns 500                   # assumed: the H200's
fetch_ns 150                          # assumed: the H200's
fetch_instruction_ps 1000             # assumed: the H200's
memory_queue_permille 320             # assumed: the H200's
block_start_clk 400                   # assumed: the H200's
warp_start_clk 8                      # assumed: the H200's
engine_switch_ns 2700                 # assumed: the H200's
kernels_apart_ns 1100                 # assumed: the H200's
woken_apart_ns 1800                   # assumed: the H200's
nodes_apart_ns 200                    # assumed: the H200's
graph_call_ns 2400                    # assumed, as the H200
graph_node_call_ns 20                 # assumed, as the H200
graph_node_ns 500                     # assumed, as the H200
pin_ns_per_mib 370000                 # assumed: the H200's
page_fault_ns 145000                  # assumed: the H200's
page_in_ns 8400                       # assumed: the H200's
page_back_ns 38000                    # assumed: the H200's
page_out_ns 11600                     # assumed: the H200's
prefetch_call_ns 20000                # assumed: the H200's
prefetch_ns 15000                     # assumed: the H200's
prefetch_page_ns 1540                 # assumed: the H200's
prefetch_back_ns 6000                 # assumed: the H200's
