import type { Shop } from '../platform/shop.server.ts'

/** Reads retry once (docs/product.md, Screens): a connection that broke meanwhile is replaced by then. */
export const readTwice = <T>(read: () => Promise<T>) => read().catch(() => read())

/**
 * Reads one part of a page; null when the read failed twice: the part then shows a message in its place, and the rest
 * of the page works (docs/product.md, Screens).
 */
export async function readPart<T>(
  { log }: Pick<Shop, 'log'>,
  name: string,
  read: () => Promise<T>,
): Promise<T | null> {
  try {
    return await readTwice(read)
  } catch (error) {
    log.error({ error }, `${name} not read`)
    return null
  }
}

/** The same for an entry that may not exist: null when it does not, `failed` when the read failed. */
export async function readOne<T>(
  shop: Pick<Shop, 'log'>,
  name: string,
  find: () => Promise<T | null | undefined>,
): Promise<T | null | 'failed'> {
  const part = await readPart(shop, name, async () => ({ one: (await find()) ?? null }))
  return part ? part.one : 'failed'
}
