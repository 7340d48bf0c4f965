import { eq } from 'drizzle-orm'
import { credits, variants } from '../../../../app/db/tables.server.ts'
import type { Actor } from '../../../../app/modules/audit/record-audit.ts'
import { issueCredit } from '../../../../app/modules/credit/issue-credit.ts'
import { adjustStock } from '../../../../app/modules/stock/move-stock.ts'
import type { Shop } from '../../../../app/platform/shop.server.ts'
import {
  aDiscount,
  anAdmin,
  aProduct,
  aUser,
  type TestProduct,
} from '../../../support/factories.ts'
import { type Device, openDevice } from './device.ts'

/** Three numbers that decide what an act does: small ones make the simplest acts. */
export type Numbers = { a: number; b: number; c: number }
/** Prepares an act on the current state and returns its request: repeating it is the same request. */
export type Act = (
  world: World,
  by: Numbers,
) => Promise<{ press: () => Promise<unknown>; after?: (answer: never) => unknown } | undefined>

export type Sold = Awaited<ReturnType<typeof openDevice>>['sales'][number]

let made = 0
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const nextNumber = () => (made += 1)
/** A new code for each call, as a till makes codes. */
export function newCode() {
  const number = nextNumber()
  return Array.from({ length: 12 }, (_, n) => ALPHABET[Math.floor(number / 32 ** n) % 32]).join('')
}
export const pick = <T>(list: readonly T[], n: number): T | undefined =>
  list[n % Math.max(1, list.length)]

const OPENING = { M: 25, L: 4, XL: 2 }
const BELTS = 12
const CODES = [7, 20_000, 49_001]

/** A shop with a dress in three sizes, a belt, three codes, two admins and three tills. */
export async function openWorld(shop: Shop) {
  const dress = await aProduct(shop, { price: 15_001, stock: OPENING.M, size: 'M' })
  const articles: (TestProduct & { opening: number })[] = [{ ...dress, opening: OPENING.M }]
  for (const size of ['L', 'XL'] as const) {
    const sku = `${size}-${nextNumber()}`
    const [variant] = await shop.db
      .insert(variants)
      .values({ productId: dress.productId, sku, size, position: articles.length })
      .returning()
    const variantId = variant?.id ?? ''
    const opening = OPENING[size]
    await shop.db.transaction((db) => adjustStock(db, variantId, opening, 'opening', {}))
    articles.push({ ...dress, variantId, opening })
  }
  const belt = await aProduct(shop, { price: 2503, stock: BELTS, name: 'Belt' })
  articles.push({ ...belt, opening: BELTS })
  const [admin, second] = [await anAdmin(shop), await anAdmin(shop)]
  const discount = await aDiscount(shop, { code: `TEN${nextNumber()}`, maximumUses: 3 })
  const codes: string[] = []
  for (const amount of CODES) {
    const id = crypto.randomUUID()
    const giver = { ...admin, userId: (await anAdmin(shop)).userId }
    const goodwill = { id, kind: 'goodwill', amount, email: null, reason: 'Late' } as const
    const issued = await issueCredit(shop, giver, goodwill)
    const [credit] = await shop.db.select().from(credits).where(eq(credits.id, id))
    if (!issued.ok || credit?.status !== 'active') throw new Error('no code')
    codes.push(credit.code)
  }
  const devices: Device[] = []
  for (let n = 0; n < 3; n += 1)
    devices.push(await openDevice(shop, (await aUser(shop, 'cashier')).userId))
  return {
    shop,
    articles,
    admin,
    second,
    discount,
    codes,
    devices,
    /** The web orders that were placed, with their accounts. */
    orders: [] as { id: string; orderNumber: string; userId: string }[],
    /** The cash paid out of drawers for orders, by refund. */
    cashOut: new Map<string, { shiftId: string; amount: number }>(),
    /** The units booked in, less undone bookings, by variant. */
    received: new Map<string, number>(),
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>

/** A request of a staff member, with the key that its form would have. */
export const pressOf = (actor: Actor): Actor => ({ ...actor, request: `press-${nextNumber()}` })
