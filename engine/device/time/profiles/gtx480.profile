# NVIDIA GeForce GTX 480 (GF100, 2010): a card of the Fermi generation, with one hardware queue and one copy engine, for lessons about
# the order in which work is issued. "properties": compute capability 2.0 (CUDA C Programming Guide 8.0, Technical Specifications per Compute
# Capability); "data sheet": NVIDIA's for this card; "assumed": not measured by us, chosen so that the card behaves as one of its time and bus.
name NVIDIA GeForce GTX 480
compute_major 2                       # properties
compute_minor 0                       # properties
sm_count 15                           # data sheet: 480 cores, 32 a multiprocessor
clock_khz 1401000                     # data sheet: processor clock 1401 MHz
memory_clock_khz 1848000              # data sheet: 1848 MHz GDDR5 (two transfers a cycle)
memory_bus_bits 384                   # data sheet: 177.4 GB/s
memory_ecc 0                          # assumed: cards for games have none
l2_bytes 786432                       # Fermi white paper: 768 KB
persisting_l2_bytes 0                 # none before compute capability 8.0
shared_per_block_bytes 49152          # properties
shared_per_block_optin_bytes 49152    # properties: nothing to opt into
shared_per_sm_bytes 49152             # properties
shared_reserved_per_block_bytes 0     # none before compute capability 8.0
registers_per_block 32768             # properties
registers_per_sm 32768                # properties
warp_size 32                          # properties
threads_per_block 1024                # properties
threads_per_sm 1536                   # properties
blocks_per_sm 8                       # properties
block_x 1024                          # properties
block_y 1024                          # properties
block_z 64                            # properties
grid_x 65535                          # properties
grid_y 65535                          # properties
grid_z 65535                          # properties
constant_bytes 65536                  # properties
copy_engines 1                        # GeForce cards of compute capability 2.x report one
schedulers_per_sm 1                   # programming guide, architecture of 2.0: two schedulers, each starts an instruction every other cycle
l1_bytes_per_clk 64                   # programming guide, shared memory of 2.x: 32 banks of 4 bytes in two cycles
dram_megabytes_per_s 150000           # assumed: 85 % of the data sheet
link_pinned_megabytes_per_s 6000      # assumed: PCI Express 2.0 x16 carries 8 GB/s less packet heads
link_pageable_megabytes_per_s 3000    # assumed: half of pinned
link_reads_per_us 75                  # assumed: the H200's, in proportion to the link's bandwidth
link_writes_per_us 54                 # assumed: likewise
link_latency_ns 4000                  # assumed: the H200's, rounded up
launch_ns 5000                        # assumed
blocks_per_us 100                     # assumed
hardware_queues 1                     # programming guide, Concurrent Kernel Execution: several queues came with compute capability 3.5
concurrent_kernels 16                 # properties: resident grids per device
launch_call_ns 5000                   # assumed
copy_call_ns 5000                     # assumed
event_call_ns 2000                    # assumed
alloc_call_ns 100000                  # assumed
call_ns 1000                          # assumed
sync_return_ns 10000                  # assumed
event_ns 1000                         # assumed
host_function_ns 50000                # assumed: the H200's
link_pinned_d2h_megabytes_per_s 6000  # assumed: as to the device
link_pageable_d2h_megabytes_per_s 3000 # assumed: as to the device
staging_bytes 65536                   # programming guide, Concurrent Execution between Host and Device: copies of 64 KB or less are asynchronous
staging_megabytes_per_s 6000          # assumed
alloc_orders 1                        # programming guide, Implicit Synchronization
free_waits 1                          # assumed: the H200's
# The time of kernels. "guide": CUDA C Programming Guide 8.0, Arithmetic Instructions, throughput of compute capability 2.0.
int_lanes_per_sm 32                   # guide
multiply_lanes_per_sm 16              # guide
wide_product_lanes_per_sm 16          # guide: as other multiplications
wide_product_issue_clk 1              # assumed
special_lanes_per_sm 4                # guide
f64_lanes_per_sm 4                    # guide, footnote: 4 on GeForce cards
f64_issue_clk 2                       # assumed: the H200's
barrier_lanes_per_sm 16               # guide, Synchronization Instruction: compute capability 2.x
barrier_least_clk 3                   # assumed: the H200's
barrier_passes_permille 1700          # assumed: the H200's
latency_alu_clk 18                    # guide, Multiprocessor Level: about 22 cycles of the scheduler clock at most
latency_cross_clk 0                   # assumed
latency_special_clk 40                # assumed
latency_f64_clk 22                    # assumed
latency_shared_clk 48                 # assumed
shared_swap_clk 99                    # assumed
shared_swap_less_clk 11               # assumed
shared_swap_parted_permille 2150      # assumed
shared_swap_vain_permille 1100        # assumed
latency_l1_clk 90                     # assumed
latency_l2_clk 300                    # assumed
latency_dram_clk 600                  # guide, Multiprocessor Level: 400 to 800
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
latency_barrier_clk 40                # assumed
latency_guard_clk 18                  # assumed: no shortcut past latency_alu_clk twice
latency_branch_clk 36                 # assumed: likewise
latency_call_clk 0                    # assumed: as another jump
latency_fall_clk 18                   # assumed: an instruction that depends on another one
latency_part_clk 36                   # assumed: as a branch that is taken
latency_constant_clk 31               # assumed: the H200's, as the next four
latency_constant_word_clk 11          # assumed
latency_constant_far_clk 72           # assumed
constant_word_clk_permille 2000       # assumed
constant_line_clk 100                 # assumed
constant_far_clk_permille 3400        # assumed
constant_apart_clk_permille 30500     # assumed
l1_bytes_per_sm 65536                 # Fermi white paper: 64 KB for L1 and shared memory
l2_reach_bytes 786432                 # assumed: all of it
l2_megabytes_per_s 260000             # assumed
l2_write_megabytes_per_s 130000       # assumed: half of reading, as the H200
l2_lines_per_us 4400                  # assumed: the H200's in proportion to l2_megabytes_per_s
l2_partial_lines_per_us 8000          # assumed
l2_place_stores_per_us 1000           # assumed
l2_place_loads_per_us 1700            # assumed
partial_store_clk_permille 1550            # assumed: the H200's
local_store_clk_permille 3400         # assumed: the H200's
local_sector_clk_permille 500         # assumed: the H200's
l2_bytes_per_sm_clk 32                # assumed
atomics_per_us 700                    # assumed: one in two cycles
float_atomics_per_us 293              # assumed: in proportion to the H200's
swap_ns 235                           # assumed: the H200's
swap_lanes_per_us 5000                # assumed: the H200's
lock_ns 880                           # assumed: the H200's
atomic_units 6                        # assumed: as l2_partial_lines_per_us and atomics_per_us say
place_turn_ps 1350                  # assumed: the H200's
tries_seen_ns 3500                  # assumed: the H200's
atomic_answer_permille 1330        # assumed: as the H200
atomic_words_per_us 32000             # assumed: whole sectors of eight words at l2_partial_lines_per_us
dram_read_megabytes_per_s 155000      # assumed: as the H200's, a little above a copy's
dram_write_megabytes_per_s 145000     # assumed
dram_fill_bytes 32                    # assumed
dram_row_bytes 512                    # assumed: the H200's
dram_written_row_bytes 256            # assumed: the H200's
dram_rows_read_per_us 2700            # assumed: the H200's, in proportion to the bandwidth
dram_rows_written_per_us 1100         # assumed: likewise
code_clk_permille 2600                # assumed: the H200's
code_far_clk_permille 6000            # assumed: the H200's
first_access_ns 0                     # assumed
fetch_ns 0                            # assumed
fetch_instruction_ps 0                # assumed
memory_queue_permille 320             # assumed: the H200's
block_start_clk 400                   # assumed: the H200's
warp_start_clk 8                      # assumed: the H200's
engine_switch_ns 2700                 # assumed: the H200's
kernels_apart_ns 1100                 # assumed: the H200's
woken_apart_ns 1800                   # assumed: the H200's
nodes_apart_ns 200                    # assumed: the H200's
graph_call_ns 5000                    # assumed: such a card has no graphs; as launches
graph_node_call_ns 500                # assumed
graph_node_ns 2000                    # assumed
pin_ns_per_mib 370000                 # assumed: the H200's
page_fault_ns 145000                  # assumed: the H200's
page_in_ns 8400                       # assumed: the H200's
page_back_ns 38000                    # assumed: the H200's
page_out_ns 11600                     # assumed: the H200's
prefetch_call_ns 20000                # assumed: the H200's
prefetch_ns 15000                     # assumed: the H200's
prefetch_page_ns 1540                 # assumed: the H200's
prefetch_back_ns 6000                 # assumed: the H200's
