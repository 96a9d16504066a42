/**
 * Flags of Node for the server. The young generation of the heap grows up to 2 MB instead of 16 MB, because the server makes little garbage
 * and would keep the memory of a larger young generation after a burst of requests. The old generation is collected when it has grown by 15
 * %, but at least by some MB, instead of up to four times its size, because garbage of one burst would otherwise remain in the next burst.
 * SIGUSR1 opens no inspector, because through it every user of the machine could read the server's memory and run code in the server.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=2', '--heap-growing-percent=15', '--disable-sigusr1'];

/**
 * Environment of the server's process: settings of glibc's memory allocator, which other systems ignore. Two arenas instead of eight per
 * core; free memory goes back to the system from 128 KB on, whatever was freed before. Where no free piece fits, an allocation from 24 KB
 * on, such as a transfer's buffer, gets memory of its own, which goes back when it is freed.
 */
export const SERVER_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '24576',
};
