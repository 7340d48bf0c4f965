import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { credits, posSales, profiles } from '../../app/db/tables.server.ts'
import { cancelOwnOrder } from '../../app/modules/checkout/cancel-own-order.ts'
import { placeOrder } from '../../app/modules/checkout/place-order.ts'
import { issueCredit } from '../../app/modules/credit/issue-credit.ts'
import { endOwnReserve } from '../../app/modules/credit/reserves/end-reserves.ts'
import { checkTotals } from '../../app/modules/health/check-sums.ts'
import { liveProof } from '../../app/modules/till/devices/approval-keys.ts'
import { readShift } from '../../app/modules/till/shifts/read-shift.ts'
import { backOnCode, type CreditInCart } from '../../app/rules/credit/reserve.ts'
import type { CashSale, SaleReturn, TillEvent } from '../../app/rules/till/till-events.ts'
import { aCheckoutRequest, anAdmin, aProduct, aUser } from '../support/factories.ts'
import { holds } from '../support/properties/holds.ts'
import { useShop } from '../support/shop.ts'
import { aTillAtShop } from '../support/till/till-at-shop.ts'

// docs/product.md, Store credit: two tills and the web shop use three codes, in any order.

const shop = useShop()
const PRICE = 10_000
const RUNS = 30
const AMOUNTS = [3000, 15_000, 47_001]

const which = fc.nat(20)
const reserve = fc.record({
  act: fc.constant('reserve' as const),
  till: fc.nat(1),
  code: which,
  most: which,
})
const sell = fc.record({
  act: fc.constant('sell' as const),
  till: fc.nat(1),
  which,
  units: fc.nat(3),
})
// Most steps type a code or make a sale.
const step = fc.oneof(
  { arbitrary: reserve, weight: 4 },
  { arbitrary: sell, weight: 3 },
  fc.record({ act: fc.constant('take-off' as const), till: fc.nat(1), which }),
  fc.record({ act: fc.constant('voucher' as const), till: fc.nat(1), amount: fc.nat(40_000) }),
  fc.record({
    act: fc.constant('back' as const),
    till: fc.nat(1),
    which,
    isOnCode: fc.boolean(),
  }),
  fc.record({ act: fc.constant('send' as const), till: fc.nat(1) }),
  fc.record({ act: fc.constant('replay' as const), till: fc.nat(1), which }),
  fc.record({ act: fc.constant('order' as const), code: which }),
  fc.record({ act: fc.constant('cancel' as const), which }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const pick = <T>(list: readonly T[], n: number) => list[n % Math.max(1, list.length)]
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
let made = 0
/** A new code for each call, as a till makes codes. */
function newCode() {
  made += 1
  return Array.from({ length: 12 }, (_, n) => ALPHABET[Math.floor(made / 32 ** n) % 32]).join('')
}

/** Nobody refunds their own sale alone: an admin has typed their PIN. */
async function approved({ deviceId }: { deviceId: string }, back: SaleReturn): Promise<SaleReturn> {
  const by = (await anAdmin(shop)).userId
  const asked = { returnId: back.id, refund: back.refund }
  const proof = liveProof(shop.config.sessionSecret, by, deviceId, asked)
  return { ...back, approval: { by, byName: 'The boss', proof } }
}

/** A till with the data on its device: reserves of open carts, unsent events, sent events. */
async function aDevice(userId: string) {
  const till = await aTillAtShop(shop, userId)
  return {
    till,
    userId,
    carts: [] as { id: string; credit: CreditInCart }[],
    unsent: [] as TillEvent[],
    sent: [] as TillEvent[],
    sales: [] as { sale: CashSale; back: number }[],
    /** The cash in the drawer, according to the device's own acts. */
    drawer: 0,
  }
}
type Device = Awaited<ReturnType<typeof aDevice>>

async function play(steps: readonly Step[]) {
  const product = await aProduct(shop, { price: PRICE, stock: 9000 })
  const admin = await anAdmin(shop)
  const codes: string[] = []
  for (const amount of AMOUNTS) {
    const id = randomUUID()
    const goodwill = { id, kind: 'goodwill', amount, email: null, reason: 'Late' } as const
    const by = { ...admin, userId: (await anAdmin(shop)).userId }
    expect(await issueCredit(shop, by, goodwill)).toMatchObject({ isAwaiting: false })
    const [credit] = await shop.db.select().from(credits).where(eq(credits.id, id))
    codes.push(credit?.code ?? '')
  }
  // No admin is there whose PIN could approve it: cashiers refund their own sales.
  await shop.db.update(profiles).set({ role: 'cashier' })
  const devices = [
    await aDevice((await aUser(shop, 'cashier')).userId),
    await aDevice((await aUser(shop, 'cashier')).userId),
  ]
  const placed: { userId: string; orderNumber: string }[] = []
  const keep = (device: Device, event: TillEvent) => void device.unsent.push(event)

  for (const one of steps) {
    const device = devices['till' in one ? one.till : 0]
    if (!device) continue
    const { till } = device
    switch (one.act) {
      case 'reserve': {
        const id = randomUUID()
        const most = (one.most + 1) * 2500
        const done = await till.reserve(pick(codes, one.code) ?? '', most, id)
        if (done.ok) device.carts.push({ id, credit: done.credit })
        break
      }
      case 'take-off': {
        const cart = pick(device.carts, one.which)
        if (!cart) break
        device.carts = device.carts.filter((other) => other !== cart)
        const by = { userId: device.userId, deviceId: till.deviceId }
        await endOwnReserve(shop.db, cart.credit.id, by)
        break
      }
      case 'sell': {
        const cart = pick(device.carts, one.which)
        device.carts = device.carts.filter((other) => other !== cart)
        const sale = till.sale(product, one.units + 1, cart ?? {})
        device.sales.push({ sale, back: 0 })
        device.drawer += sale.cashGiven
        keep(device, sale)
        break
      }
      case 'voucher': {
        const code = newCode()
        keep(device, till.voucher(one.amount + 1000, code))
        device.drawer += one.amount + 1000
        codes.push(code)
        break
      }
      case 'back': {
        const sold = pick(device.sales, one.which)
        const [line] = sold?.sale.lines ?? []
        if (!sold || !line || sold.back >= line.quantity) break
        const onCode = backOnCode(sold.sale.credit?.amount ?? 0, sold.back * PRICE, PRICE)
        const creditCode = one.isOnCode && onCode < PRICE ? newCode() : undefined
        keep(
          device,
          await approved(till, till.back(sold.sale, 1, onCode, creditCode ? { creditCode } : {})),
        )
        if (creditCode) codes.push(creditCode)
        else device.drawer -= PRICE - onCode
        sold.back += 1
        break
      }
      case 'send': {
        const events = device.unsent.splice(0)
        // Every other time the answer is lost: the same events are sent again, at the same moment.
        await Promise.all([till.send(...events), events.length % 2 ? till.send(...events) : null])
        device.sent.push(...events)
        break
      }
      case 'replay': {
        const event = pick(device.sent, one.which)
        if (event) await till.send(event)
        break
      }
      case 'order': {
        made += 1
        const { userId } = await aUser(shop)
        const { shippingAddress } = aCheckoutRequest([])
        const phone = `+26599${1_000_000 + made}`
        const order = await placeOrder(
          shop,
          userId,
          aCheckoutRequest([{ product }], {
            phone,
            shippingAddress: { ...shippingAddress, phone, address: `Plot ${made}` },
            credit: { code: pick(codes, one.code) ?? '' },
          }),
        )
        if (order.ok) placed.push({ userId, orderNumber: order.order.orderNumber })
        break
      }
      default: {
        const order = pick(placed, one.which)
        if (order) await cancelOwnOrder(shop, order.userId, order.orderNumber)
      }
    }
  }
  for (const { till, unsent, carts, userId } of devices) {
    await till.send(...unsent)
    for (const { credit } of carts)
      await endOwnReserve(shop.db, credit.id, { userId, deviceId: till.deviceId })
  }
  return devices
}

async function readSums() {
  const { rows } = await shop.db.execute<Record<string, number>>(sql`select
    (select count(*)::int from credits c where c.balance <> (
      select coalesce(sum(m.amount), 0) from credit_movements m where m.credit_id = c.id)) as drifted,
    (select coalesce(sum(amount), 0)::int from credit_movements where kind = 'issued') as issued,
    (select coalesce(sum(balance), 0)::int from credits) as left_over,
    (select coalesce(-sum(amount), 0)::int from credit_movements where order_id is not null) as web,
    (select coalesce(-sum(amount), 0)::int from credit_movements where reserve_id is not null) as till,
    (select coalesce(sum(credit_amount), 0)::int from pos_sales) as paid_by_codes,
    (select coalesce(sum(r.credit_amount), 0)::int from pos_returns r) as back_on_codes,
    (select coalesce(sum(amount), 0)::int from credits where kind = 'return') as back_on_new,
    (select count(*)::int from credit_reserves where status = 'held') as held,
    (select count(*)::int from pos_sales where review_reasons <> '{}')
      + (select count(*)::int from pos_returns where review_reasons <> '{}')
      + (select count(*)::int from unreadable_till_events) as odd,
    (select coalesce(sum(credit_amount), 0)::int from orders where status <> 'cancelled') as ordered`)
  return rows[0] ?? {}
}

test('the sums of codes, ledger, sales and drawers agree to the kwacha, whatever tills and the web shop do', async () => {
  await holds(
    fc.array(step, { minLength: 30, maxLength: 60 }),
    async (steps) => {
      await shop.db.execute(
        sql`truncate credits, pos_sales, orders, shifts, unreadable_till_events cascade`,
      )
      const devices = await play(steps)
      const sums = await readSums()
      expect(sums).toMatchObject({ drifted: 0, held: 0, odd: 0 })
      expect(sums['issued']).toBe(
        (sums['left_over'] ?? 0) + (sums['web'] ?? 0) + (sums['till'] ?? 0),
      )
      expect(sums['web']).toBe(sums['ordered'])
      // Each return had its part back on its code, or on a new one.
      expect(sums['till']).toBe(
        (sums['paid_by_codes'] ?? 0) - ((sums['back_on_codes'] ?? 0) - (sums['back_on_new'] ?? 0)),
      )
      for (const { till, drawer, sent, unsent } of devices) {
        expect((await readShift(shop.db, till.shiftId))?.figures.expected).toBe(drawer)
        const sold = [...sent, ...unsent].filter(({ kind }) => kind === 'sale').length
        expect(await shop.db.$count(posSales, eq(posSales.tillId, till.till.id))).toBe(sold)
      }
      expect(await checkTotals(shop.db)).toMatchObject({ code: 'totals-agree' })
    },
    RUNS,
  )
}, 900_000)
