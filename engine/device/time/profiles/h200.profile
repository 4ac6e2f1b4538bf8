# NVIDIA H200 (SXM, 141 GB). One field a line: key value, then the number's source after a '#'.
# "properties": cudaGetDeviceProperties of compute capability 9.0 (CUDA C++ Programming Guide, Technical Specifications
# per Compute Capability) or the H200's own; "measured": one H200, driver 580, CUDA 13.0, unmodified clocks, medians;
# "measured (streams)": the same with tests/bench/streams (its h200-measured.txt), "measured (pipeline)": with its
# pipeline.cu (h200-pipeline.txt).
name NVIDIA H200
compute_major 9                       # properties
compute_minor 0                       # properties
sm_count 132                          # properties; measured
clock_khz 1980000                     # properties: highest SM clock
memory_clock_khz 3201000              # properties
memory_bus_bits 6016                  # properties
memory_ecc 1                          # properties
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
link_reads_per_us 690                 # measured (tests/bench/model, link.read.*): loads of one sector a line
link_writes_per_us 500                # measured (tests/bench/model, link.write.*): sectors written in part
link_latency_ns 3500                  # measured (pipeline): 16 chunks of 64 KiB to 1 MiB in 4 streams, 3.3 to 4.1 us a copy beside its bytes
launch_ns 1500                        # measured (streams): empty kernels back to back with the queue full, 1.48 us each
blocks_per_us 1660                    # blocks.empty.1M.32: 1660 (less the launch); copy.one.128, reduce.268435456.banks.64 (4,194,304 blocks in 2524 us): 1655 to 1663
hardware_queues 8                     # measured (streams): two kernels a stream, depth first: 8 streams take 2 kernels' time, 9 take 3, 128 take 17
concurrent_kernels 128                # programming guide, resident grids per device; measured (streams): 128 take one kernel's time, 129 two
launch_call_ns 3450                   # between hosts: 2.66 us (streams), 3.5 to 4.1 (blind6, 7, 8), 4.5 (ends.launches.*), 4.6 (blind9)
copy_call_ns 1050                     # measured (streams): cudaMemcpyAsync, pinned, 4 bytes, 1.06 us
event_call_ns 690                     # measured (streams): cudaEventRecord, 0.693 us
alloc_call_ns 30000                   # measured (streams): cudaMalloc of 1 MiB 27 us, of 64 MiB 33 us
call_ns 130                           # measured (streams): cudaStreamWaitEvent 0.11 us, cudaStreamQuery 0.14 us
sync_return_ns 4000                   # measured (streams): launch and synchronize, 500 us kernel: 8.2 us more, of which launching is 4.2
event_ns 1250                         # measured (streams): two events with nothing between them are 1.248 us apart
host_function_ns 50000                # measured (streams): an empty host function and an empty kernel, 51.5 us
link_pinned_d2h_megabytes_per_s 55400 # measured (streams): 256 MiB, 4.85 ms
link_pageable_d2h_megabytes_per_s 18600 # measured (streams): 256 MiB, 14.41 ms
staging_bytes 1048576                 # measured (streams): behind a busy stream 1 MiB returns at once, 4 MiB waits
staging_megabytes_per_s 22600         # measured (streams): cudaMemcpyAsync of 1 MiB pageable returns after 46.4 us
alloc_orders 0                        # measured (streams): kernels around cudaMalloc or cudaMallocHost overlap
free_waits 1                          # measured (streams): cudaFree and cudaFreeHost wait, whatever the streams
# The time of kernels: measured by tests/bench/model on one H200 (h200.tsv there names the rows); "guide": CUDA C++ Programming Guide,
# Arithmetic Instructions, throughput of compute capability 9.0.
int_lanes_per_sm 64                   # guide; pipe.logic3: 1.96 instructions a cycle
multiply_lanes_per_sm 64              # guide; pipe.imad: 1.99
wide_product_lanes_per_sm 32          # issue.mulhi of tests/bench/hard: 4.3 cycles of a scheduler each, where IMAD takes two
wide_product_issue_clk 3              # issue.mul64, mod10, umod64c, udiv64b: what is left when their other instructions, counted in SASS, are taken off
special_lanes_per_sm 16               # guide; pipe.rsqrt, pipe.sin, pipe.popc_add: one in 2.0 cycles
f64_lanes_per_sm 64                   # guide
f64_issue_clk 2                       # function.double.*.1056 of tests/bench/hard (shapes): 62 slots a turn for exp (52 instructions in SASS, 17 of them doubles), 109 for log (85, 31), 65 for hypot (46, 14), 35 for sqrt (22, 9)
barrier_lanes_per_sm 16               # probe.meet.1024: a warp in 2.1 cycles
barrier_least_clk 3                   # probe.meet.32: a warp in 3.1 cycles, where blocks of more take 2.1 for each
barrier_passes_permille 1700          # barrier.full.64, reduce.*.128: l1tex__data_pipe_lsu_wavefronts of Nsight Compute, less those of loads and stores: 1.64 to 1.77
latency_alu_clk 4                     # chain.fma, chain.logic3
latency_cross_clk 1                   # chain.iadd_xor: five cycles from VIADD to LOP3 and back, where chain.logic3 has four
latency_special_clk 23                # chain.rsqrt, chain.sin, less the multiplications in them
latency_f64_clk 8                     # chain.dfma
latency_shared_clk 26                 # latency.shared, less the sum that makes its address
shared_swap_clk 99                    # sync.shared_one.float.132.32.w1 of tests/bench/hard: 1024 lanes one after the other, 54.5 us
shared_swap_less_clk 11               # likewise, blocks of 2, 4, 8 and 32 warps: 89, 80, 66 and 44 cycles a lane
shared_swap_parted_permille 2150      # step.float.132.256.* of tests/bench/hard: eight warps at 4 to 64 words in turn, 24 to 30 cycles a lane
shared_swap_vain_permille 1100        # step.float.528.512.*: 5.3, 7.9 and 10.4 cycles of the multiprocessor a lane where one, two and four warps are at a word; sync.shared_one.float.1056.256.w1: 13.7 where eight are
latency_l1_clk 36                     # latency.16k and latency.64k, likewise, less their first turns, which miss
latency_l2_clk 284                    # latency.4M, likewise
latency_dram_clk 680                  # latency.512M, likewise; probe.copy.one.32: 690
latency_pass_clk 2                    # l1.chase.1 of tests/bench/hard (waits): a warp waits 41.0, 42.9, 46.8, 55.4, 73.5, 109.6 cycles for 1, 2, 4, 8, 16, 32 lines; shared.chase.1: 31.7 to 93.8
latency_slower_clk 80                 # a warp that waits for 1, 2, 4, 8, 16 lines of an idle memory waits for 743, 801, 902, 984, 1064 cycles, less what it takes to issue them
latency_atomic_clk 700                # atomic.own_returned
latency_atomic_l2_clk 490             # uneven.lists.cas.1.16 of tests/bench/hard: a turn whose compare-and-swap waits for the last one, 510 cycles; uneven.atomics.*_asked.1.128: 540, of which a sixth come from memory
latency_atomic_near_clk 390           # sync.hop.atomic of tests/bench/hard: 841 cycles from block to block, 442 without; cas.ret.1x32.w1: 362 each
latency_fence_clk 515                 # sync.hop.fence_before and .fence_after of tests/bench/hard: 957 and 959 cycles from block to block, 442 without
hop_clk 415                           # chain.flag.* of tests/bench/hard: 440 cycles from block to block, less what a block does between its look and its store
hop_atomic_clk 690                    # chain.flag_atomic.*: 712, likewise
hop_shared_clk 100                    # chain.in_block.* and ring.* of tests/bench/hard: 129 to 154 cycles from warp to warp with 2 to 16 warps, 217 with 32, less what a warp does between its look and its store
hop_looker_clk_permille 500           # chain.turn.1024 and .132: 700 cycles a hop with 512 others on average, 500 with 66
hop_atomic_looker_clk_permille 1000   # chain.turn_atomic.1024 and .132: 1190 and 630
hop_shared_looker_clk_permille 2200   # likewise
fence_clk 16                          # fences.0.132 and .528 of tests/bench/hard (shapes): 705 cycles a turn with 8 warps a multiprocessor, 1080 with 32
latency_barrier_clk 14                # barrier.single.64
latency_guard_clk 9                   # SASS of ptxas 13.0: 13 cycles from ISETP to what it guards, of which 4 are latency_alu_clk
latency_branch_clk 10                 # a loop that reads clock64() until 100,000 cycles are over turns 2,565 times; grid.1: 15 behind a longer body
latency_call_clk 17                   # slow.*.1 of tests/bench/hard: 36 cycles for both ways of a call, beside the stall counts in SASS and 5 for each jump that is taken (twelve functions, 33 to 44)
latency_fall_clk 5                    # SASS of ptxas 13.0: the stall count of BRA
latency_part_clk 25                   # nested.* of tests/bench/hard (waits): 434 cycles a turn in which four branches part lanes, less the stall counts of its instructions in SASS and three branches that are taken
latency_constant_clk 31               # constant.chase.256 to .2048: 46 cycles a turn, less the shift, the sum and the mask that make its address
latency_constant_word_clk 11          # constant.lanes.few.32 and .1: a warp by itself, 11.4 for each further word
latency_constant_far_clk 72           # constant.chase.4096: 118 cycles a turn, of which 46 are the smaller tables'
constant_word_clk_permille 2000       # constant.lanes.2 to .32: 2.0; constant.walk.2048, whose loads are of two words each: 2.1
constant_line_clk 100                 # constants.loop.* of tests/bench/hard, less parameters.loop.*: 4, 16 and 63 lines take 0.23, 0.96 and 3.6 us
constant_far_clk_permille 3400        # constant.walk.4096: 225 us more than .2048 for 131,072 lines of each multiprocessor
constant_apart_clk_permille 30500     # uneven.constant.word.4.32, .8, .16 and .64 of tests/bench/hard, of whose words 0.56, 0.79, 0.91 and 0.985 are lost: 7.5, 18, 25.6 and 32 cycles a word
l1_bytes_per_sm 262144                # 256 KB, architecture white paper
l2_reach_bytes 50331648               # dram__sectors_read of Nsight Compute, copy.l2.48MB to .128MB: 4 to 33 million sectors, as an L2 of 48 MB would
l2_megabytes_per_s 9500000            # copy.l2.8MB
l2_write_megabytes_per_s 4280000      # copy.l2.write.16MB
l2_lines_per_us 160000                # 1, 2 and 4 million words at random places of 1 and 8 MB: 6.4 and 6.9 us more for each million
l2_partial_lines_per_us 140000        # transpose.naive.32x32, less the bytes; stores of words 32, 64 and 128 bytes apart in 8 MB: 38, 22.8, 15.2 ns for 1000 lines
l2_place_stores_per_us 2000           # sync.same_value.4096 and .16384 of tests/bench/hard: 32,768 and 131,072 warps that store to one word, 18.7 and 67.6 us
l2_place_loads_per_us 3300            # sync.load.132.w1 and .1056.w1: 16,896 and 135,168 volatile loads of one word, 8.4 and 43.0 us
partial_store_clk_permille 1550            # turns.stores.64.2^16.256.chunk and .16.: 1.77 and 1.47 cycles a sector, by few multiprocessors
local_store_clk_permille 3400         # local.follow.16.1056 and .64., local.histogram.*.1056: 5.0 to 5.3 cycles a line of one or two sectors, less its pass
local_sector_clk_permille 500         # local.spill.48.8.1056, .96.4.1056: 6.4 to 6.6 cycles a line of four sectors
l2_bytes_per_sm_clk 64                # L2 read bandwidth per multiprocessor, architecture white paper
atomics_per_us 1358                   # atomic.one_place, atomic.histogram.global.same
float_atomics_per_us 569              # floats.float.words.1 of bench-model: 4,325,376 lanes that add to one word in 7616 us (568)
swap_ns 235                           # tests/bench/hard, cas.add.1x32 and 1x256: 0.235 us a success
swap_lanes_per_us 5000                # cas.add.64x256.w1 (1.79 us a success, half of 16,384 lanes left), cas.hist.64K.256 (6.9)
lock_ns 880                           # cas.lock.*: 0.88 to 0.90 us each time that a lock changes hands, with two fences and a sum in between
atomic_units 80                       # course.counters.1048576: 103,000 atomics a microsecond, less one place's
place_turn_ps 1350                  # words.mixed.s0.* of tests/bench/hard: 24, 37 and 45 us for 14,784, 25,344 and 33,792 turns
tries_seen_ns 3500                  # extremes_packed and frame_look_first of tests/bench/hard: 8710 of 16,896 tries, 5838 of 11,264
atomic_answer_permille 1330        # cas.scatter_add_ret and .scatter_exch.1048576.* of tests/bench/hard: 43 and 19 us, .scatter_add 33 and 14.3; less the launch and the first answer
atomic_words_per_us 570000            # atomic.own_place: eight words a sector, less the others
dram_read_megabytes_per_s 4650000     # copy.read.int4, less its queue
dram_write_megabytes_per_s 4450000    # copy.write.int4, copy.memcpy, likewise
dram_fill_bytes 64                    # access.gather.16: dram__bytes_read of Nsight Compute
dram_row_bytes 512                    # access.gather.32 and .64, probe.read.32B.512 and .1024: dearer up to here, then no more
dram_written_row_bytes 256            # probe.write.32B.128 and .256
dram_rows_read_per_us 80000           # access.gather.64, probe.random.read.4096MB, less their bytes
dram_rows_written_per_us 33000        # probe.write.32B.1024, likewise
code_clk_permille 2600                # fetch.wide.b1.w1.3200 to .8000: 2.5 to 2.6
code_far_clk_permille 6000            # fetch.wide.b1.w1.12800: 6.0; .9600 5.1
first_access_ns 500                   # probe.touch.all: the first load takes 550 more than the second; eight blocks of a warp: 350
fetch_ns 150                          # rows of blind2 to blind9 below 9 us, each kernel run once after 256 MB were read: see time-model-evidence.md
fetch_instruction_ps 1000             # likewise: 400 rows, 40 to 1000 instructions; ncu shows there that warps wait for instructions
memory_queue_permille 320             # copy.occupancy.1 to 16
block_start_clk 375                   # probe.start.32.alone: blocks that spin for 2000 cycles, one at a time, take 379 more each
warp_start_clk 4                      # probe.start.1024.alone: 118 more than one warp
engine_switch_ns 2700                 # measured (pipeline): in one stream 5.8 to 6.7 us for each copy or kernel that follows another engine, less link_latency_ns
kernels_apart_ns 1100                 # measured (ends.launches and forks of tests/bench/hard): 1.1 to 1.2 us each in four streams or more
woken_apart_ns 1800                   # measured (forks): 1.7 to 2.1 us for each further stream
nodes_apart_ns 200                    # measured (graph): 128 side by side 25 us more than two
graph_call_ns 2400                    # measured (tests/bench/streams/graph.cu): one node 2.4 to 2.6 us on one host, 1.1 on another
graph_node_call_ns 20                 # measured (graph.cu): on the first host 100 in a chain 5.8 us, 1000 14.1, 500 side by side 13.1
graph_node_ns 500                     # measured (graph.cu): chains of 10, 100 and 1000 kernels of 10 us take 10.5 us each
pin_ns_per_mib 370000                 # measured (pages): cudaHostAlloc of 64 MiB, 23.6 ms; 270 to 580 us for each MiB of smaller ones
page_fault_ns 145000                  # measured (pages): a kernel that reads 1 page, 153 us longer than one that has it
page_in_ns 8400                       # measured (pages): such a kernel and 1, 16, 64, 256, 1024 pages: 153, 338, 684, 2496, 8900 us
page_back_ns 38000                    # measured (pages): the host reads a word of 1 page, 42 to 72 us
page_out_ns 11600                     # measured (pages): a word each of 16, 64, 256, 1024 pages: 183, 602, 3308, 12515 us
prefetch_call_ns 20000                # measured (pages): of 1 page: the call 23 us, with its wait 36 us; the call of a large one holds the host up, which is not modelled
prefetch_ns 15000                     # measured (pages): likewise
prefetch_page_ns 1540                 # measured (pages): to the device 16, 64, 256, 1024 pages: 84, 157, 400, 1595 us
prefetch_back_ns 6000                 # measured (pages): to the host: 114, 483, 1411, 6270 us
