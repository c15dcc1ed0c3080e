const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/**
 * Memory limit per reading process. Two of them stay below 700 MB resident, whatever the file: besides its own memory a
 * process maps about 80 MB of code. With the 5 ms watchdog only, it may take another 110 MB between checks on a busy
 * machine.
 */
export const memoryLimit = { ownBytes: 280 * mebibyte, residentBytes: 240 * mebibyte };

/**
 * The kernel limit (RLIMIT_DATA) covers all private memory: V8's heap and, unlike V8's own limit, array buffers,
 * WebAssembly and native decoders. Allocations beyond it fail, without a watchdog. Linux only.
 */
export const hasKernelLimit = process.platform === 'linux';

/**
 * The memory that V8 reserves for compiled code: since Node 24 the kernel counts these 512 MB as private memory, although hardly
 * any of it is touched. Without them the process could not start.
 */
const codeRangeBytes = Number.parseInt(process.versions.node, 10) >= 24 ? 512 * mebibyte : 0;

// Limits are inherited: the shell sets them and execs the program. Stacks of threads count as private memory in full:
// with the usual 8 MB each, a process would have to be replaced after every PDF.
const limited = 'ulimit -S -s 2048; ulimit -d "$0" && exec "$@"';

/** The program and its arguments, with or without the kernel limit. */
export const withMemoryLimit = (program: string, args: readonly string[], byKernel: boolean): [string, string[]] =>
  byKernel
    ? ['/bin/sh', ['-c', limited, String((memoryLimit.ownBytes + codeRangeBytes) / kibibyte), program, ...args]]
    : [program, [...args]];

/**
 * Environment that keeps reserved memory small, because the kernel counts it: few threads, few arenas, no eager
 * commits.
 */
export const lowMemoryEnv = {
  flags: ['--expose-gc', '--max-old-space-size=160', '--single-threaded-gc', '--v8-pool-size=1'],
  env: {
    UV_THREADPOOL_SIZE: '2',
    MALLOC_ARENA_MAX: '2',
    MIMALLOC_ARENA_EAGER_COMMIT: '0',
    // PDF reading allocates the file's length but touches little of it: untouched memory must be returned, not zeroed
    // and reused.
    MALLOC_MMAP_THRESHOLD_: String(8 * mebibyte),
  },
};
