import { and, eq, gt, lte } from 'drizzle-orm'
import { cutPage, pageBy, type SortColumn } from '../../db/keyset.server.ts'
import type { Db } from '../../db/open.server.ts'
import { holdsText } from '../../db/search.server.ts'
import { discounts } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { type DiscountFlag, discountFlags } from '../../rules/discounts/discounts.ts'
import { type Direction, type Page, STAFF_PAGE } from '../../rules/lists.ts'
import { DISCOUNT_COLUMNS, type StoredDiscount } from './hold-discount.ts'

export type AdminDiscount = StoredDiscount & { version: number; flags: DiscountFlag[] }

export type DiscountSort = 'created' | 'code'
const SORTS: Record<DiscountSort, SortColumn> = {
  created: { column: discounts.createdAt, type: 'timestamptz' },
  code: { column: discounts.code, type: 'text' },
}
const COLUMNS = { ...DISCOUNT_COLUMNS, version: discounts.version }

/** `discountFlags` as conditions. */
const withFlag = (flag: DiscountFlag, now: Date) =>
  ({
    Active: eq(discounts.isActive, true),
    Inactive: eq(discounts.isActive, false),
    Expired: lte(discounts.expiresAt, now),
    'Not Started': gt(discounts.startsAt, now),
  })[flag]

/** The codes for staff, newest first by default (docs/product.md, Discounts); 25 a page by default. */
export async function listDiscounts(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  asked: {
    search: string
    flag: DiscountFlag | null
    sort: DiscountSort
    direction: Direction
    after: string | null
  },
  limit = STAFF_PAGE,
): Promise<Page<AdminDiscount>> {
  const { cursor, order, rest } = pageBy(SORTS[asked.sort], discounts.id, asked)
  const at = now()
  const rows = await db
    .select({ ...COLUMNS, cursor })
    .from(discounts)
    .where(
      and(
        asked.search === '' ? undefined : holdsText(discounts.code, asked.search),
        asked.flag ? withFlag(asked.flag, at) : undefined,
        rest,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1)
  const page = cutPage(rows, limit)
  return {
    ...page,
    rows: page.rows.map((row) => ({ ...row, flags: discountFlags(row, at) })),
  }
}

/** One code for its form; undefined when there is none. */
export async function findAdminDiscount(
  { db, now }: { db: Db; now: () => Date },
  id: string,
): Promise<AdminDiscount | undefined> {
  const [row] = await db.select(COLUMNS).from(discounts).where(eq(discounts.id, id))
  return row && { ...row, flags: discountFlags(row, now()) }
}
