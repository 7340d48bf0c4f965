import type { Shop } from '../platform/shop.server.ts'

/**
 * Reads one part of a page, and once again when that failed; null when it failed twice: the part says
 * so in its place, and the rest of the page works (docs/product.md, Screens).
 */
export async function readPart<T>(
  { log }: Pick<Shop, 'log'>,
  name: string,
  read: () => Promise<T>,
): Promise<T | null> {
  try {
    return await read().catch(read)
  } catch (error) {
    log.error({ error }, `${name} not read`)
    return null
  }
}
