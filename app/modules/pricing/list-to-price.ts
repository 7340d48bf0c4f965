import { and, asc, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { products } from '../../db/tables.server.ts'
import { MOST_PRICED, type Prices } from '../../rules/pricing/price-changes.ts'
import { meets, type ProductFilter, searched } from '../catalogue/edit/list-admin-products.ts'

/** Products that were ticked, or all products of a list in the back office. */
export type Selection =
  | { ids: readonly string[] }
  | { search: string; filter: Omit<ProductFilter, 'isArchived'> }

export type ToPrice = Prices & { id: string; name: string; sku: string }

const isChosen = (selection: Selection) =>
  'ids' in selection
    ? inArray(products.id, [...selection.ids])
    : and(
        meets({ ...selection.filter, isArchived: false }),
        selection.search === ''
          ? undefined
          : sql`${products.id} in (${searched(selection.search).found})`,
      )

/** The products of a selection by name, without archived ones; at most one more than a change may have. */
export const listToPrice = async (db: Db | Tx, selection: Selection): Promise<ToPrice[]> =>
  'ids' in selection && selection.ids.length === 0
    ? []
    : db
        .select({
          id: products.id,
          name: products.name,
          sku: products.sku,
          price: products.price,
          comparePrice: products.comparePrice,
        })
        .from(products)
        .where(and(isChosen(selection), isNull(products.archivedAt)))
        .orderBy(asc(products.name), asc(products.id))
        .limit(MOST_PRICED + 1)
