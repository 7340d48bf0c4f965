import { and, eq, gte, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { columnsOf } from '../app/db/columns-of.server.ts'
import {
  orders,
  products,
  profiles,
  shopFacts,
  undoableMoves,
  users,
  variants,
} from '../app/db/tables.server.ts'
import type { Actor } from '../app/modules/audit/record-audit.ts'
import type { Shop } from '../app/platform/shop.server.ts'
import { isPickupId } from '../app/rules/settings/delivery-groups.ts'
import { COURIERS } from '../app/shop.ts'
import { keepSentences } from './history/afterwards.ts'
import { openCounter } from './history/counter.ts'
import { CUSTOMERS, emailOf } from './history/customers.ts'
import { addSupplier, type Brought, bringIn } from './history/deliveries.ts'
import { stepsOf } from './history/online.ts'
import { openPast } from './history/past.ts'
import { DAYS, makePlan, type Sold, unitsOf } from './history/plan.ts'
import { allowSteps, planPreorder } from './history/preorder.ts'
import { refundSteps } from './history/refunds.ts'
import { findLost, listOthers, setUp, staffSteps } from './history/staff-work.ts'
import { chooseExtras } from './history/till-extras.ts'
import { visitorSteps } from './history/visitors.ts'

const DAY = 86_400_000
const MINUTE = 60_000
/** The shop's clock is two hours ahead of UTC. */
const NOON_TO_MIDNIGHT = 2 * 60
/** Products without a history, because documents and tests state facts about them that must stay true. */
const LEFT_ALONE = [
  'chitenje-wrap-dress',
  'classic-white-shirt',
  'canvas-tote-bag',
  'last-pair-sandals',
  'sold-out-scarf',
  'tailored-wedding-suit',
]
const SOLD_PRODUCTS = 18
/** How many days ago a delivery brought the units that were sold from then until the next one. */
const SUPPLIES = [DAYS, 60, 30]

/**
 * Writes ninety days of a shop before today by the shop's own acts: orders of all states, a till, returns and
 * deliveries. Afterwards the stock levels are as the catalogue states, because what is sold was delivered before,
 * except one size that a stock-take has not found. Runs once, and not again after an interruption. Does nothing when
 * payments are not the sandbox's, or when the database does not allow its rows to be dated back.
 */
export async function seedHistory(shop: Shop): Promise<void> {
  if (!(await mayDateBack(shop))) return
  const started = await shop.db
    .insert(shopFacts)
    .values({ key: 'history', value: 'started' })
    .onConflictDoNothing()
    .returning()
  if (started.length === 0) return
  const today = shop.now()
  const midnight = Math.floor(today.getTime() / DAY) * DAY
  const timeOf = (daysAgo: number, minute: number) =>
    new Date(midnight - daysAgo * DAY + (minute - NOON_TO_MIDNIGHT) * MINUTE)

  const sold = await listSold(shop)
  const [first, ...others] = COURIERS.map(({ id }) => id as string).filter((id) => !isPickupId(id))
  const plan = makePlan(today, sold, [first ?? '', ...others])
  const buyers = await makeBuyers(shop, (customer) => {
    const moments = plan.orders
      .filter((order) => order.customer === customer)
      .map(({ daysAgo, minute }) => timeOf(daysAgo, minute).getTime())
    return new Date(Math.min(...moments, timeOf(1, 0).getTime()) - 20 * MINUTE)
  })
  const [owner, staff, cashier] = await Promise.all(
    ['super_admin', 'admin', 'cashier'].map((role) => findStaff(shop, role)),
  )
  if (!owner || !staff || !cashier) throw new Error('the sample shop has no staff')

  const crew = { owner, staff, cashier }
  const extras = chooseExtras(plan)
  const unsold = await listOthers(shop, sold, LEFT_ALONE)
  const lost = await findLost(shop, unsold)

  const past = await openPast(shop)
  const supplierId = await past.at(timeOf(DAYS, 8 * 60), (shop) => addSupplier(shop, staff))
  await past.at(timeOf(DAYS, 8 * 60 + 10), (shop) => keepSentences(shop, staff))
  await past.at(timeOf(DAYS, 8 * 60 + 20), setUp(crew))
  const keepShop = await openCounter(
    shop,
    { cashier, staff },
    sold.map(({ variantId }) => variantId),
  )
  const dayOf = (daysAgo: number) =>
    timeOf(daysAgo, 12 * 60)
      .toISOString()
      .slice(0, 10)
  const bring = (daysAgo: number, brought: Omit<Brought, 'expectedOn'>) => {
    let book: ((shop: Shop) => Promise<void>) | null = null
    const expectedOn = dayOf(daysAgo)
    return [
      {
        at: timeOf(daysAgo + 6, 16 * 60),
        act: async (shop: Shop) => {
          book = await bringIn(shop, staff, sold, supplierId, { ...brought, expectedOn })
        },
      },
      { at: timeOf(daysAgo, 7 * 60), act: async (shop: Shop) => book?.(shop) },
    ]
  }
  const preorder = planPreorder(lost, first ?? '', dayOf)
  const steps = [
    ...SUPPLIES.flatMap((daysAgo, n) => {
      const next = SUPPLIES[n + 1] ?? 0
      const units = unitsOf(plan, (day) => day <= daysAgo && day > next)
      return bring(daysAgo, { units, missing: next === 0 ? 3 : 0 })
    }),
    // Ordered, and not delivered yet.
    ...bring(-5, {
      units: new Map(sold.slice(0, 6).map(({ variantId }) => [variantId, 4])),
      missing: 0,
    }),
    ...[...plan.orders, preorder].flatMap((order) =>
      stepsOf(order, buyers[order.customer] ?? '', staff, timeOf),
    ),
    ...plan.shifts.flatMap((shift) => keepShop(shift, extras.get(shift) ?? {}, timeOf)),
    ...staffSteps(crew, sold, unsold, lost.variantId, timeOf),
    ...visitorSteps(timeOf),
    ...refundSteps(staff, timeOf),
    allowSteps(staff, lost, dayOf, timeOf),
  ]
  const until = shop.now()
  try {
    for (const { at, act } of steps.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
      if (at < until) await past.at(at, act)
  } finally {
    // The history does not run a second time after a failed step: the cleanup still runs, and unpaid orders still get
    // their end.
    await past.close()
    // Nothing of the history is undone or waits for its email: nothing was enqueued in the past.
    await shop.db.delete(undoableMoves)
    await endInTime(shop)
  }
}

/** Enqueues the end of unpaid orders, because nothing was enqueued in the past. */
async function endInTime({ db, jobs, now }: Shop) {
  const waiting = await db
    .select(columnsOf(orders, 'id', 'expiresAt'))
    .from(orders)
    .where(eq(orders.status, 'pending'))
  for (const { id, expiresAt } of waiting) {
    const afterSeconds = Math.max(0, (expiresAt.getTime() - now().getTime()) / 1000)
    await jobs.enqueue(db, 'expire-order', { orderId: id }, { afterSeconds })
  }
}

async function mayDateBack({ db, payments }: Shop) {
  if (payments.name !== 'sandbox') return false
  const { rows } = await db.execute<{ may: boolean }>(
    sql`select rolsuper as may from pg_roles where rolname = current_user`,
  )
  return rows[0]?.may ?? false
}

/** The sizes and colors of some products that have several units. */
async function listSold({ db }: Shop): Promise<[Sold, ...Sold[]]> {
  const chosen = db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        notInArray(products.slug, LEFT_ALONE),
        eq(products.trackInventory, true),
        gte(products.inventoryQuantity, 10),
      ),
    )
    .orderBy(products.slug)
    .limit(SOLD_PRODUCTS)
  const [first, ...rest] = await db
    .select({ productId: products.id, variantId: variants.id, price: products.price })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      and(inArray(products.id, chosen), isNull(variants.retiredAt), gte(variants.inventory, 2)),
    )
    .orderBy(products.slug, variants.position)
  if (!first) throw new Error('the sample shop has nothing to sell')
  return [first, ...rest]
}

/** Each has an account since `joinedAt`, a moment before the first order. */
async function makeBuyers({ db }: Shop, joinedAt: (customer: number) => Date) {
  const rows = await db
    .insert(users)
    .values(
      CUSTOMERS.map((one, n) => ({
        name: `${one.firstName} ${one.lastName}`,
        email: emailOf(one),
        emailVerified: true,
        createdAt: joinedAt(n),
      })),
    )
    .returning({ id: users.id, createdAt: users.createdAt })
  for (const { id, createdAt } of rows)
    await db.update(profiles).set({ createdAt }).where(eq(profiles.userId, id))
  return rows.map(({ id }) => id)
}

async function findStaff({ db }: Shop, role: string): Promise<Actor | undefined> {
  const [one] = await db
    .select({ userId: profiles.userId })
    .from(profiles)
    .where(sql`${profiles.role} = ${role}`)
  return one && { userId: one.userId, ip: '127.0.0.1' }
}
