import { randomUUID } from 'node:crypto'
import { reserveCredit } from '../../../../app/modules/credit/reserves/reserve-credit.ts'
import { notePriceList } from '../../../../app/modules/till/devices/claim-till.ts'
import { listTillCatalogue } from '../../../../app/modules/till/devices/list-catalogue.ts'
import type { Shop } from '../../../../app/platform/shop.server.ts'
import type { CreditInCart } from '../../../../app/rules/credit/reserve.ts'
import type { CashSale, TillEvent } from '../../../../app/rules/till/till-events.ts'
import type { TestProduct } from '../../../support/factories.ts'
import { aTillAtShop } from '../../../support/till/till-at-shop.ts'

/** The order in which unsent events are uploaded. Only the first is what a till does; networks cause the others. */
export const ORDERS = ['as it happened', 'twice at once', 'halves at once', 'backwards'] as const
export type Order = (typeof ORDERS)[number]

export type Sold = {
  sale: CashSale
  /** Units that were returned, according to the tills. */
  back: number
  /** Whether returned units go back into stock. */
  isRestocked: boolean
}

type Rung = {
  saleId: string
  shiftId: string
  cash: number
  isHandedBack: boolean
  /** The return of an order that follows once the sale is paid: its refund, in kwacha. */
  awaited?: { id: string; amount: number }
  /** Something of a receipt comes back for it. */
  isExchange?: boolean
}

/** A till with the events on its device and the cash in its drawer, independent of what the shop has received. */
export async function openDevice(shop: Shop, userId: string) {
  const till = await aTillAtShop(shop, userId)
  const drawers = new Map<string, number>()
  let list = { asOf: '', prices: new Map<string, number>() }
  const device = {
    till,
    userId,
    tillId: till.till.id,
    deviceId: till.deviceId,
    shiftId: till.shiftId,
    isOnline: true,
    carts: [] as { id: string; credit: CreditInCart }[],
    unsent: [] as TillEvent[],
    all: [] as TillEvent[],
    sales: [] as Sold[],
    /** Sales that wait for mobile money, each with its cash part and that part’s drawer, until it is handed back. */
    rung: [] as Rung[],
    /** By shift, in kwacha. */
    drawers,
    /** Whether events arrived in another order than they happened, which causes reviews. */
    isShuffled: false,
    /** The list of prices that the server has now; until it asks again, the till sells at these. */
    async readList() {
      const { asOf, products } = await listTillCatalogue(shop)
      await notePriceList(shop.db, till.till.id, asOf)
      return { asOf, prices: new Map(products.map(({ id, price }) => [id, price])) }
    },
    keepList(read: typeof list) {
      list = read
    },
    /** Pieces at the price of the till's list, or at the one that was paid for what comes back for them. */
    sell(
      product: TestProduct,
      quantity: number,
      how: { id?: string; credit?: CreditInCart; paidPrice?: number } = {},
    ) {
      const { paidPrice, ...more } = how
      const price = paidPrice ?? list.prices.get(product.productId) ?? product.price
      const sold = till.sale({ ...product, price }, quantity, more)
      return { ...sold, pricesAsOf: list.asOf, shiftId: device.shiftId }
    },
    made: () => ({ id: randomUUID(), cashierId: userId, at: shop.now().toISOString() }),
    /** Stores an event on the device, before it is sent. `cash`: what it puts into the drawer. */
    keep(event: TillEvent, cash = 0) {
      device.unsent.push(event)
      device.all.push(event)
      const { shiftId } = device
      drawers.set(shiftId, (drawers.get(shiftId) ?? 0) + cash)
    },
    /** Sends unsent events when there is a connection; unanswered ones stay, and are sent again. */
    async flush(order: Order = 'as it happened') {
      if (!device.isOnline) return
      const events = [...device.unsent]
      if (events.length > 1 && (order === 'halves at once' || order === 'backwards'))
        device.isShuffled = true
      const half = Math.ceil(events.length / 2)
      const uploads = {
        'as it happened': [events],
        'twice at once': [events, events],
        'halves at once': [events.slice(half), events],
        backwards: [events.toReversed()],
      }[order]
      const answers = await Promise.all(uploads.map((sent) => till.send(...sent)))
      const taken = new Set(answers.flat().map(({ id }) => id))
      device.unsent = device.unsent.filter(({ id }) => !taken.has(id))
      if (events.some(({ id }) => !taken.has(id))) throw new Error('the shop did not take all')
    },
    reserve: (code: string, amount: number, cartId: string, id: string) =>
      reserveCredit(
        shop,
        { userId, deviceId: till.deviceId, tillId: till.till.id },
        { id, code, cartId, amount, shiftId: device.shiftId },
      ),
    /** Counts the drawer, and starts the next shift with its content. */
    changeShift() {
      const left = drawers.get(device.shiftId) ?? 0
      const { shiftId } = device
      const counted = { 1: Math.max(0, left) }
      device.keep({ ...device.made(), kind: 'shift-closed', shiftId, counted, note: null })
      const id = randomUUID()
      device.shiftId = id
      device.carts = []
      device.keep(
        { ...device.made(), id, kind: 'shift-opened', tillId: device.tillId, float: FLOAT },
        FLOAT,
      )
    },
  }
  device.keepList(await device.readList())
  drawers.set(device.shiftId, 0)
  device.keep(
    {
      ...device.made(),
      kind: 'cash-moved',
      shiftId: device.shiftId,
      amount: FLOAT,
      reason: 'Change',
    },
    FLOAT,
  )
  return device
}
export type Device = Awaited<ReturnType<typeof openDevice>>
/** More than a shift refunds. */
const FLOAT = 900_000
