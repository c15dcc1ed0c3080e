const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/**
 * What each reading process may take. Two of them together stay below 700 MB resident, whatever a file holds:
 * beside its own memory a process maps about 80 MB of program code. Where only its own thread looks, every 5 ms, it may
 * take another 110 MB between two looks: a busy machine looks late.
 */
export const memoryLimit = { ownBytes: 272 * mebibyte, residentBytes: 240 * mebibyte };

/**
 * The kernel counts all memory of the process's own (RLIMIT_DATA): the heap of V8 and, unlike V8's own limit, array buffers,
 * WebAssembly and the decoders' memory. What asks for more gets none; nothing has to look in time. Other systems do not count so.
 */
export const hasKernelLimit = process.platform === 'linux';

// A limit is inherited: the shell sets it and becomes the program.
const limited = 'ulimit -d "$0" && exec "$@"';

/** The program and its arguments, with the kernel's limit or without. */
export const underLimit = (program: string, args: readonly string[], byKernel: boolean): [string, string[]] =>
  byKernel
    ? ['/bin/sh', ['-c', limited, String(memoryLimit.ownBytes / kibibyte), program, ...args]]
    : [program, [...args]];

/** Memory that is reserved without being used counts for the kernel: few threads, few arenas, nothing committed ahead. */
export const frugal = {
  flags: ['--max-old-space-size=160', '--single-threaded-gc', '--v8-pool-size=1'],
  env: {
    UV_THREADPOOL_SIZE: '2',
    MALLOC_ARENA_MAX: '2',
    MIMALLOC_ARENA_EAGER_COMMIT: '0',
    // What reads PDFs asks for the whole file's length and touches little of it: untouched memory must be given back, not cleaned and used again.
    MALLOC_MMAP_THRESHOLD_: String(8 * mebibyte),
  },
};
