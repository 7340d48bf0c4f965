/** glibc's settings for every process of the shop. */
export const MALLOC_SETTINGS: Record<string, string>
