/**
 * glibc's settings for every process of the shop (bytes). By default glibc gives each thread a heap of its own, and
 * once something large was freed (a password's 16 MB, a compressor's window) it allocates the same size from that heap
 * and keeps it: 40 MB in each web process under load (docs/reliability.md, Memory). From 256 KB up memory comes from
 * the system and goes back to it. Other C libraries ignore these names.
 */
export const MALLOC_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
}

/** Whether this process would get another heap if it were restarted with these settings: glibc reads them once. */
export const lacksMallocSettings = () =>
  process.platform === 'linux' &&
  process.execve !== undefined &&
  process.env.MALLOC_ARENA_MAX === undefined
