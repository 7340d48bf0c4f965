import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { profiles } from '../../../db/tables.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import type { Role } from '../../../rules/accounts/roles.ts'
import type { CreditTender } from '../../../rules/credit/reserve.ts'
import { isVoucherSum, voucherBounds } from '../../../rules/credit/voucher-sum.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { LARGEST_TOTAL, SMALLEST_PAYMENT } from '../../../rules/money.ts'
import { paidPrices } from '../../../rules/till/exchanges/paid-prices.ts'
import {
  type Approval,
  type AwaitedExchange,
  cashOfExchange,
} from '../../../rules/till/till-events.ts'
import {
  discountLimitOf,
  discountNeedsApproval,
  saleTotals,
  totalsOfSale,
} from '../../../rules/till/till-sale.ts'
import {
  type LinesRefusal,
  type OrderLine,
  type RequestedLine,
  readLines,
} from '../../orders/read-lines.ts'
import { isApprovedLive } from '../devices/approve.ts'
import { agreeToExchange, type ExchangeRequest } from '../returns/await-exchange.ts'
import { readPiecesAwaited, readPiecesBack } from '../returns/pieces-back.ts'
import { findOpenPlace } from './find-place.ts'

/** A till's request for a sale to be paid by mobile money. Amounts in whole kwacha. */
export type SaleRequest = {
  lines: (RequestedLine & { discount?: number })[]
  /** After discounts, the part in cash included. */
  totalAmount: number
  customerName: string | null
  customerPhone: string | null
  notes: string | null
  idempotencyKey: string
  /** The till's own id of the sale; an approval is valid for this id only. */
  saleId?: string | undefined
  tillId?: string | undefined
  shiftId?: string | undefined
  /** The till's device, and its signature of `mobileSaleContent`. */
  deviceId?: string | undefined
  signature?: string | undefined
  /** Discount on the whole sale, in addition to the discounts of its lines. */
  discount?: number
  approval?: Pick<Approval, 'by' | 'proof'> | null
  /** The part that is paid in cash; the payment is over the rest. */
  cashAmount?: number
  /** The part that a code pays; it is reserved for this device. */
  credit?: Pick<CreditTender, 'reserveId' | 'amount'> | null
  /** The return that pays a part of the sale. */
  exchange?: ExchangeRequest | null
  /** The return of an order of the web shop, as the server agreed to it; only the server sets this. */
  agreed?: AwaitedExchange
  /** The value of a voucher; a sale of a voucher sells nothing else. */
  voucher?: number | null
}

type PricedSale = {
  ok: true
  lines: (OrderLine & { discount: number })[]
  totals: ReturnType<typeof saleTotals>
  cashAmount: number
  creditAmount: number
  voucherAmount: number
  place: { tillId: string | null; shiftId: string | null }
  approvedBy: string | null
  exchange: AwaitedExchange | null
}

export type PricedLines = PricedSale['lines']

export type SaleRefusal =
  | Exclude<LinesRefusal, { reason: 'cart-empty' }>
  | Refusal<
      | 'pos-empty-cart'
      | 'pos-discount-bad'
      | 'total-changed'
      | 'amount-too-large'
      | 'pos-cash-part'
      | 'pos-too-small'
      | 'pos-discount'
      | 'pos-shift'
      | 'pos-voucher-alone'
      | 'till-credit-over'
      | 'till-exchange-code'
      | 'till-exchange-changed'
      | 'till-refund'
      | 'pos-voucher-sum'
    >

/**
 * Prices a sale with the shop's own prices, or with what was paid for pieces that come back for it, and finds its
 * place. Refuses a request that differs.
 */
export async function priceSale(
  shop: Pick<Shop, 'config'>,
  db: Tx,
  cashierId: string,
  request: SaleRequest,
): Promise<PricedSale | SaleRefusal> {
  if (request.voucher) return priceVoucher(db, cashierId, request, request.voucher)
  const asPaid = await takePaidLines(db, request)
  const toPrice = request.lines.map((line) => (asPaid.has(line) ? { ...line, price: null } : line))
  const read = await readLines(db, cashierId, toPrice)
  if (!read.ok) return read.reason === 'cart-empty' ? { ok: false, reason: 'pos-empty-cart' } : read
  const discounted = readDiscounts(request, read.lines, asPaid)
  if (!discounted.ok) return discounted
  const { lines, totals } = discounted
  if (request.totalAmount !== totals.total)
    return { ok: false, reason: 'total-changed', amount: totals.total }
  if (totals.subtotal > LARGEST_TOTAL) return { ok: false, reason: 'amount-too-large' }
  const { cashAmount = 0, exchange: back } = request
  const byCode = request.credit?.amount ?? 0
  if (request.credit && back && back.credit > 0) return { ok: false, reason: 'till-exchange-code' }
  if (request.credit?.amount === 0) return { ok: false, reason: 'till-credit-over' }
  const due = totals.total - byCode - (back?.refund ?? 0)
  if (!isWhole(byCode) || !isWhole(cashAmount) || (cashAmount > 0 && cashAmount >= due))
    return { ok: false, reason: 'pos-cash-part' }
  if (due - cashAmount < SMALLEST_PAYMENT) return { ok: false, reason: 'pos-too-small' }
  const role = await findRole(db, cashierId)
  const allowed = await checkLimit(shop, db, role, request, totals)
  if (!allowed.ok) return allowed
  const seller = { userId: cashierId, role }
  const place = await findOpenPlace(db, seller, request)
  if (!place) return { ok: false, reason: 'pos-shift' }
  const exchange = back ? await readExchange(shop, db, seller, request, { ...place, back }) : null
  if (exchange && !exchange.ok) return exchange
  return {
    ok: true,
    lines,
    totals,
    cashAmount: cashAmount + cashOfExchange(back),
    creditAmount: byCode + (back?.credit ?? 0),
    voucherAmount: 0,
    place,
    approvedBy: allowed.approvedBy,
    exchange: exchange?.exchange ?? null,
  }
}

/**
 * Checks the return that pays for the sale. It needs the drawer and the device, and the sale's id as its key, because
 * its receipt is found by that id.
 */
async function readExchange(
  shop: Pick<Shop, 'config'>,
  db: Tx,
  seller: { userId: string; role: Role },
  { saleId, idempotencyKey, deviceId, agreed }: SaleRequest,
  { shiftId, back }: { shiftId: string | null; back: ExchangeRequest },
) {
  if (!shiftId || !deviceId) return { ok: false, reason: 'pos-shift' } as const
  if (saleId !== idempotencyKey.toLowerCase())
    return { ok: false, reason: 'till-exchange-changed' } as const
  if (back.order)
    return agreed?.id === back.id
      ? ({ ok: true, exchange: agreed } as const)
      : ({ ok: false, reason: 'till-exchange-changed' } as const)
  return agreeToExchange(shop, db, { ...seller, deviceId }, back)
}

/** Prices a sale of a voucher: no discount, and mobile money pays all of it. */
async function priceVoucher(
  db: Tx,
  cashierId: string,
  request: SaleRequest,
  amount: number,
): Promise<PricedSale | SaleRefusal> {
  const { lines, discount = 0, cashAmount = 0, credit, exchange } = request
  if (lines.length > 0 || discount !== 0 || cashAmount !== 0 || credit || exchange)
    return { ok: false, reason: 'pos-voucher-alone' }
  // A till that was open before the bounds changed gets the current ones.
  if (!isVoucherSum(amount)) return { ok: false, reason: 'pos-voucher-sum', ...voucherBounds() }
  const totals = totalsOfSale({ lines: [], discount: 0, voucher: { amount } })
  if (request.totalAmount !== amount) return { ok: false, reason: 'total-changed', amount }
  const place = await findOpenPlace(
    db,
    { userId: cashierId, role: await findRole(db, cashierId) },
    request,
  )
  if (!place) return { ok: false, reason: 'pos-shift' }
  const paid = { cashAmount: 0, creditAmount: 0, voucherAmount: amount }
  return { ok: true, lines: [], totals, ...paid, place, approvedBy: null, exchange: null }
}

const isWhole = (amount: number) => Number.isSafeInteger(amount) && amount >= 0

type PaidLines = ReadonlySet<SaleRequest['lines'][number]>

/**
 * The lines that cost what was paid for pieces of the same product that come back for this sale, or have come back
 * already on a code. What they are worth is checked where the exchange is agreed to.
 */
async function takePaidLines(
  db: Tx,
  { lines, exchange, credit, saleId }: SaleRequest,
): Promise<PaidLines> {
  const back = exchange
    ? await readPiecesAwaited(db, exchange)
    : credit && saleId
      ? await readPiecesBack(db, saleId)
      : []
  const paid = paidPrices(back)
  return new Set(lines.filter((line) => line.variantId && paid.take(line)))
}

/**
 * Each line with its discount. Lines of one size and color at the list's price are added up, and so are their
 * discounts; those at a price that was paid stand for themselves.
 */
function readDiscounts(
  { lines: requested, discount = 0 }: SaleRequest,
  found: OrderLine[],
  asPaid: PaidLines,
):
  | { ok: true; lines: PricedSale['lines']; totals: PricedSale['totals'] }
  | Refusal<'pos-discount-bad'> {
  const bad = { ok: false, reason: 'pos-discount-bad' } as const
  const off = new Map<string, number>()
  const paid: PricedSale['lines'] = []
  for (const line of requested) {
    const { variantId = '', discount: offLine = 0, quantity, price } = line
    if (!isWhole(offLine) || (offLine > 0 && !variantId)) return bad
    const known = asPaid.has(line) && found.find((one) => one.variantId === variantId)
    if (known) paid.push({ ...known, quantity, price, discount: offLine })
    else off.set(variantId, (off.get(variantId) ?? 0) + offLine)
  }
  const atList = found.map((line) => {
    const same = paid.filter(({ variantId }) => variantId === line.variantId)
    const quantity = same.reduce((left, one) => left - one.quantity, line.quantity)
    return { ...line, quantity, discount: off.get(line.variantId) ?? 0 }
  })
  const lines = [...atList.filter(({ quantity }) => quantity > 0), ...paid]
  const priced = lines.map((line) => ({ ...line, unitPrice: line.price }))
  const afterLines = saleTotals(priced, 0)
  const isTooMuch = lines.some((line) => line.discount > line.price * line.quantity)
  if (!isWhole(discount) || isTooMuch || discount > afterLines.total) return bad
  return { ok: true, lines, totals: saleTotals(priced, discount) }
}

/** A person's current role, from their profile. */
export async function findRole(db: Tx, userId: string): Promise<Role> {
  const [profile] = await db
    .select({ role: profiles.role })
    .from(profiles)
    .where(eq(profiles.userId, userId))
  return profile?.role ?? 'customer'
}

/** Whether the cashier may give this discount, or somebody who may has approved it. */
async function checkLimit(
  shop: Pick<Shop, 'config'>,
  db: Tx,
  role: Role,
  { approval, saleId, deviceId = '' }: SaleRequest,
  totals: PricedSale['totals'],
): Promise<{ ok: true; approvedBy: string | null } | Refusal<'pos-discount'>> {
  if (totals.discountAmount === 0) return { ok: true, approvedBy: null }
  if (!discountNeedsApproval(role, totals)) return { ok: true, approvedBy: null }
  const { discountAmount: off, subtotal } = totals
  const asked = { saleId: saleId ?? '', off, subtotal }
  if (approval && saleId && (await isApprovedLive(shop, db, approval, deviceId, asked)))
    return { ok: true, approvedBy: approval.by }
  return { ok: false, reason: 'pos-discount', amount: discountLimitOf(role) }
}
