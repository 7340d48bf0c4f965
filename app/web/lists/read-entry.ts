import type { Shop } from '../../platform/shop.server.ts'
import { readId } from '../forms/read-form.ts'
import { readPart } from '../read-part.ts'

/** The entry whose dialog the address opens: `?edit=<id>`, or `?new` for a new entry. */
export async function readEntry<E>(
  shop: Shop,
  request: Request,
  name: string,
  find: (id: string) => Promise<E | null | undefined>,
) {
  const { searchParams } = new URL(request.url)
  const id = readId(searchParams.get('edit'))
  const edited = (id && (await readPart(shop, name, () => find(id)))) || null
  return {
    edited,
    isGone: searchParams.has('edit') && !edited,
    isNew: searchParams.has('new'),
  }
}
