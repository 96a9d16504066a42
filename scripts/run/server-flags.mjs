/**
 * Flags of Node for the server. The young generation of the heap grows up to 2 MB instead of 16: the server makes little garbage, and
 * the memory of a larger one is kept after a burst. The old generation is collected after 15 % of growth, at least some MB, instead of up
 * to four times its size: garbage of one burst would still be there in the next. SIGUSR1 opens no inspector, through which every user of
 * the machine could read the server's memory and run code in it.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=2', '--heap-growing-percent=15', '--disable-sigusr1'];

/**
 * Environment of the server's process: settings of glibc, which other systems ignore. Two arenas instead of eight per core, and freed
 * memory goes back to the system from 128 KB on, whatever was freed before. Allocations from 24 KB on, such as the buffers of transfers,
 * get memory of their own where no free piece fits, which goes back at once.
 */
export const SERVER_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '24576',
};
