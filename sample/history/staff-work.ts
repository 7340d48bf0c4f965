// What the staff of the sample shop have set up and done besides its orders.
import { and, asc, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import { categories, products, variants } from '../../app/db/tables.server.ts'
import { saveFilter } from '../../app/modules/accounts/lists/saved-filters.ts'
import { inviteStaff } from '../../app/modules/accounts/staff/invite-staff.ts'
import type { Actor } from '../../app/modules/audit/record-audit.ts'
import { presetActs } from '../../app/modules/catalogue/edit/size-presets.ts'
import { noteMissedSearch } from '../../app/modules/catalogue/missed-searches.ts'
import { checkImport } from '../../app/modules/imports/check-import.ts'
import { confirmImport } from '../../app/modules/imports/confirm-import.ts'
import { runImport } from '../../app/modules/imports/run-import.ts'
import { startImport } from '../../app/modules/imports/start-import.ts'
import { changeDuePrices } from '../../app/modules/pricing/change-due-prices.ts'
import { endChange } from '../../app/modules/pricing/move-change.ts'
import { planChange } from '../../app/modules/pricing/plan-change.ts'
import { previewChange } from '../../app/modules/pricing/preview-change.ts'
import { addCounted, startCount } from '../../app/modules/stock/counts/count-stock.ts'
import { bookCount } from '../../app/modules/stock/counts/end-count.ts'
import { readExpected } from '../../app/modules/stock/counts/units-expected.ts'
import type { Shop } from '../../app/platform/shop.server.ts'
import type { CsvKind } from '../../app/rules/imports/imports.ts'
import type { PriceChangeEdit } from '../../app/rules/pricing/price-change-form.ts'
import { done, type Step } from './steps.ts'

export type Crew = { owner: Actor; staff: Actor; cashier: Actor }
type TimeOf = (daysAgo: number, minute: number) => Date

const PRESETS = [
  { name: 'Dresses', sizes: ['XS', 'S', 'M', 'L', 'XL'], category: 'dresses' },
  { name: 'Shoes', sizes: ['36', '37', '38', '39', '40', '41', '42'], category: 'shoes' },
  { name: 'One size', sizes: ['One size'], category: null },
]
const FILTERS = [
  { name: 'To pack and send', path: '/admin/orders', query: 'status=processing' },
  { name: 'Nearly sold out', path: '/admin/stock', query: 'stock=low' },
] as const
const SOUGHT = ['swimsuit', 'swimsuit', 'wellington boots', 'school uniform']
/** The number of products without sales whose prices change, so that each sold product has one price. */
const LEFT_TO_PRICE = 9
const INVITED = { email: 'wezi.nkhoma@example.com', role: 'cashier' } as const

/** The first day of the shop: the entries that its lists and forms start with. */
export const setUp =
  ({ owner, staff }: Crew) =>
  async ({ db }: Shop) => {
    const known = await db.select({ id: categories.id, slug: categories.slug }).from(categories)
    for (const { category, ...preset } of PRESETS) {
      const categoryId = known.find(({ slug }) => slug === category)?.id ?? null
      done(await presetActs.create(db, staff, { ...preset, categoryId, isActive: true }))
    }
    for (const person of [owner, staff])
      for (const filter of FILTERS) done(await saveFilter(db, person, filter))
  }

/**
 * Stock-takes, price changes, imported files, and an invitation. Products in `sold`, and those that documents name,
 * keep their prices.
 */
export function staffSteps(
  { owner, staff }: Crew,
  sold: readonly { productId: string; variantId: string }[],
  others: readonly ToPrice[],
  lostId: string,
  timeOf: TimeOf,
): Step[] {
  const priced = others.slice(0, LEFT_TO_PRICE)
  return [
    ...takeStock(staff, sold, lostId, timeOf),
    ...sale(staff, priced.slice(0, 4), timeOf),
    planned(staff, priced.slice(4), timeOf),
    {
      at: timeOf(17, 16 * 60 + 20),
      act: bringInFile(staff, 'prices', 'new costs of the tailors.csv', [
        'SKU,Cost price',
        ...others.slice(0, 3).map(({ sku, cost }) => `${sku},${cost + 500}`),
        'ZV-NOT-OURS,4500',
      ]),
    },
    {
      at: timeOf(12, 15 * 60 + 5),
      act: bringInFile(staff, 'customers', 'market stall.csv', [
        'Name,Email,Phone',
        'Edna Chisale,edna.chisale@example.com,0999001201',
        'Gift Makawa,gift.makawa@example.com,0999001202',
        'Prisca Jere,prisca.jere(at)example.com,0999001203',
      ]),
    },
    {
      at: timeOf(1, 10 * 60),
      act: async (shop) =>
        void done(await inviteStaff(shop, { ...owner, role: 'super_admin' }, INVITED)),
    },
    {
      at: timeOf(1, 20 * 60),
      act: async (shop) => {
        for (const words of SOUGHT) await noteMissedSearch(shop, words)
      },
    },
  ]
}

/** A stock-take that was booked, with one lost size, and one that is still open. */
function takeStock(
  staff: Actor,
  sold: readonly { variantId: string }[],
  lostId: string,
  timeOf: TimeOf,
): Step[] {
  const count = async ({ db }: Shop, ids: readonly string[]) => {
    const { id } = done(await startCount(db, staff, { categoryId: null, location: null }))
    const expected = await readExpected(db, ids)
    const counted = ids.map((variantId) => {
      const { ledger = 0, inOrders = 0 } = expected.get(variantId) ?? {}
      return { variantId, quantity: variantId === lostId ? 0 : ledger + inOrders }
    })
    done(await addCounted(db, staff, id, counted))
    return id
  }
  const ids = sold.map(({ variantId }) => variantId)
  return [
    {
      at: timeOf(35, 18 * 60 + 10),
      act: async (shop) =>
        void done(await bookCount(shop.db, staff, await count(shop, [...ids, lostId]))),
    },
    { at: timeOf(1, 18 * 60 + 5), act: async (shop) => void (await count(shop, ids.slice(0, 7))) },
  ]
}

export type ToPrice = { id: string; sku: string; price: number; cost: number }

/** Products without sales in the history, by name: their prices may change. */
export async function listOthers(
  { db }: Shop,
  sold: readonly { productId: string }[],
  leftAlone: readonly string[],
): Promise<ToPrice[]> {
  const ids = [...new Set(sold.map(({ productId }) => productId))]
  return db
    .select({
      id: products.id,
      sku: products.sku,
      price: products.price,
      cost: sql<number>`coalesce(${products.costPrice}, 0)`,
    })
    .from(products)
    .where(
      and(
        notInArray(products.id, ids),
        notInArray(products.slug, [...leftAlone]),
        isNull(products.comparePrice),
        isNotNull(products.costPrice),
      ),
    )
    .orderBy(asc(products.slug))
}

/** A size of which a stock-take finds no unit, and which is then pre-ordered. */
export async function findLost({ db }: Shop, others: readonly ToPrice[]) {
  // Products other than those whose prices change.
  const offered = others.slice(LEFT_TO_PRICE)
  const rows = await db
    .select({ variantId: variants.id, productId: variants.productId })
    .from(variants)
    .where(
      and(
        inArray(
          variants.productId,
          offered.map(({ id }) => id),
        ),
        isNotNull(variants.size),
        isNull(variants.retiredAt),
      ),
    )
    .orderBy(asc(variants.inventory), asc(variants.sku))
    .limit(1)
  const [lost] = rows
  const product = offered.find(({ id }) => id === lost?.productId)
  if (!lost || !product) throw new Error('the sample shop has no size to be lost')
  return { ...lost, price: product.price }
}

const plan =
  (staff: Actor, of: readonly ToPrice[], edit: PriceChangeEdit) => async (shop: Shop) => {
    const chosen = { ids: of.map(({ id }) => id) }
    const { fingerprint } = done(await previewChange(shop.db, chosen, edit))
    return done(await planChange(shop, staff, chosen, edit, fingerprint)).id
  }

/** A week of lower prices, which staff ended. */
function sale(staff: Actor, of: readonly ToPrice[], timeOf: TimeOf): Step[] {
  const startsAt = timeOf(26, 8 * 60)
  const edit = {
    name: 'A week of small prices',
    kind: 'percent',
    value: 15,
    startsAt,
    endsAt: null,
  }
  let id = ''
  return [
    {
      at: startsAt,
      act: async (shop) => {
        id = await plan(staff, of, edit as PriceChangeEdit)(shop)
        await changeDuePrices(shop)
      },
    },
    {
      at: timeOf(19, 18 * 60),
      act: async (shop) => {
        done(await endChange(shop, staff, id))
        await changeDuePrices(shop)
      },
    },
  ]
}

const planned = (staff: Actor, of: readonly ToPrice[], timeOf: TimeOf): Step => ({
  at: timeOf(2, 14 * 60 + 30),
  act: async (shop) => {
    const [startsAt, endsAt] = [timeOf(-9, 8 * 60), timeOf(-16, 8 * 60)]
    const edit = {
      name: 'Twenty off for a week',
      kind: 'percent',
      value: 20,
      startsAt,
      endsAt,
    } as const
    await plan(staff, of, edit)(shop)
  },
})

/** An import as staff do it: the file is checked, and its valid rows are imported. */
const bringInFile =
  (staff: Actor, kind: CsvKind, name: string, rows: readonly string[]) => async (shop: Shop) => {
    const bytes = Buffer.from(rows.join('\n'))
    const file = { name, kind, addsCategories: false, size: bytes.length, open: () => [bytes] }
    const { id } = done(await startImport(shop, staff, file))
    await checkImport(shop, id)
    done(await confirmImport(shop, staff, id))
    await runImport(shop, id)
  }
