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

/** The same for one thing that may not be there: null says that it is not, `failed` that nobody knows. */
export async function readOne<T>(
  shop: Pick<Shop, 'log'>,
  name: string,
  find: () => Promise<T | null | undefined>,
): Promise<T | null | 'failed'> {
  const part = await readPart(shop, name, async () => ({ one: (await find()) ?? null }))
  return part ? part.one : 'failed'
}
