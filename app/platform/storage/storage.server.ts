/**
 * Stores uploaded files. A path always names the same bytes, so that browsers may cache it: never put other bytes
 * under a used path.
 */
export type Storage = {
  put(path: string, bytes: Uint8Array, contentType: string): Promise<void>
  has(path: string): Promise<boolean>
  /** The file's bytes as they come, and their number; null when there is none. */
  read(path: string): Promise<{ size: number; bytes: AsyncIterable<Buffer> } | null>
  /** Removing what is not there is no error. */
  remove(path: string): Promise<void>
  /** The address for browsers: a path on this server, or the bucket's public address. */
  url(path: string): string
}

/**
 * How long browsers and proxies may cache a stored file. Photos of reviews for an hour: a hidden photo gets another
 * address, and cached copies must end. Photos of returns are only for the customer and the staff.
 */
export const storedFileCacheControl = (path: string) =>
  path.startsWith('returns/')
    ? 'private, max-age=3600'
    : path.startsWith('reviews/')
      ? 'public, max-age=3600'
      : 'public, max-age=31536000, immutable'

/**
 * `products/4f1c.webp` and the like: names of letters, digits, `.`, `_` and `-`, joined by single `/`.
 * No name starts with a dot, so that no path leaves the folder or reaches a half-written file.
 */
export function isStoragePath(path: string): boolean {
  return path.length <= 255 && /^[A-Za-z0-9_-][\w.-]*(\/[A-Za-z0-9_-][\w.-]*)*$/.test(path)
}

/** Throws on a path that no file of ours can have: a mistake in our code, or an attack that got this far. */
export function requireStoragePath(path: string): string {
  if (!isStoragePath(path)) throw new Error(`Not a storage path: ${JSON.stringify(path)}`)
  return path
}
