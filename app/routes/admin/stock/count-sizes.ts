import { listStock } from '../../../modules/stock/list-stock.ts'
import type { Shop } from '../../../platform/shop.server.ts'

/** The sizes that words find, without a figure: a stock-take is blind. */
export async function findSizes(shop: Shop, search: string) {
  const all = { level: null, sort: 'name', direction: 'asc', after: null } as const
  const found = await listStock(shop, { ...all, search }, 30)
  return found.rows.map((row) => ({ ...row, onHand: 0, reserved: 0 }))
}

/**
 * The sizes of a search; of one that finds none those of the search before (`listed`), whose fields may hold numbers
 * that are not noted yet.
 */
export async function listSizes(shop: Shop, search: string, listed: string) {
  for (const words of [search, listed]) {
    const rows = words ? await findSizes(shop, words) : []
    if (rows.length > 0) return { words, rows }
  }
  return null
}
