import { data } from 'react-router'
import { listCart } from '../../../modules/cart/cart.ts'
import { tryCredit } from '../../../modules/credit/spend-credit.ts'
import type { StoredDiscount } from '../../../modules/discounts/hold-discount.ts'
import { tryCode } from '../../../modules/discounts/try-code.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { atCurrentPrices, type CartLineView } from '../../../rules/cart/cart.ts'
import type {
  AppliedCredit,
  AppliedDiscount,
  CheckoutMessage,
  CheckoutResult,
} from '../../../rules/checkout/checkout.ts'
import { cartSubtotal } from '../../../rules/checkout/quote.ts'
import { normalizeCode } from '../../../rules/discounts/discounts.ts'
import { formatNotice, type Notice, type NoticeArguments } from '../../../rules/messages/notices.ts'
import {
  formatRefusal,
  type PlainReason,
  type Reasoned,
  type Refusal,
} from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { type RequestArgs, shopContext, type Visitor } from '../../../web/context.ts'
import type { CheckoutForm } from './form.ts'

export type Args = RequestArgs

/** One sent checkout, with the customer's current cart and applied codes. */
export type CheckoutState = {
  args: Args
  shop: Shop
  visitor: Visitor
  sent: CheckoutForm
  lines: CartLineView[]
  total: number
  discount: AppliedDiscount | null
  credit: AppliedCredit | null
  /** After too many wrong codes an applied code was not checked; `at` tells which one. */
  tooMany: { at: 'code' | 'credit'; refusal: Refusal<'too-many-attempts'> } | null
}

const asApplied = ({ code, type, value }: StoredDiscount): AppliedDiscount => ({
  code,
  type,
  value,
})

export async function openCheckout(
  args: Args,
  visitor: Visitor,
  sent: CheckoutForm,
): Promise<CheckoutState> {
  const shop = args.context.get(shopContext)
  const lines = await listCart(shop, visitor.userId)
  const seen = sent.lines?.map(({ variantId }) => variantId)
  const bought = lines.filter(({ variantId }) => seen?.includes(variantId) ?? true)
  const total = cartSubtotal(atCurrentPrices(bought))
  // A form names its applied code, which is a way to guess codes, too.
  const tried = sent.appliedCode
    ? await tryCode(shop, visitor.userId, sent.appliedCode, total)
    : null
  const discount = tried?.ok ? asApplied(tried.discount) : null
  const paidBy = sent.appliedCredit
    ? await tryCredit(shop, visitor.userId, sent.appliedCredit)
    : null
  const credit = paidBy?.ok ? creditOf(paidBy.credit) : null
  const tooMany = tooManyOf('code', tried) ?? tooManyOf('credit', paidBy)
  return { args, shop, visitor, sent, lines, total, discount, credit, tooMany }
}

/** A code as the checkout shows it. */
export const creditOf = ({ code, balance }: AppliedCredit): AppliedCredit => ({ code, balance })

const tooManyOf = (
  at: 'code' | 'credit',
  tried: { ok: true } | Reasoned | null,
): CheckoutState['tooMany'] =>
  tried && 'reason' in tried && tried.reason === 'too-many-attempts'
    ? { at, refusal: { ...tried, ok: false } }
    : null

/**
 * The code in the address, from before a reload: it is applied when it is still valid, and otherwise a message tells
 * why not. A blank one means that the code of the last order was removed; null: the address has none.
 */
export async function readKeptCode(
  { request, context }: Args,
  { userId }: Visitor,
  total: number,
): Promise<{ discount: AppliedDiscount | null; message: CheckoutMessage | null } | null> {
  const given = new URL(request.url).searchParams.get('code')
  if (given === null) return null
  const code = normalizeCode(given.slice(0, 50))
  if (code === '') return { discount: null, message: null }
  const shop = context.get(shopContext)
  const found = await tryCode(shop, userId, code, total)
  return found.ok
    ? { discount: asApplied(found.discount), message: null }
    : { discount: null, message: bad('code', found) }
}

/** Renders the checkout again with everything that was typed, and a message. */
export const rerender = (
  checkout: CheckoutState,
  message: CheckoutMessage,
  change: Partial<CheckoutResult> = {},
) => answer(checkout, message, change, 200)

/** Renders it again with the refusal, under the refusal's status. */
export const refuse = (
  checkout: CheckoutState,
  at: CheckoutMessage['at'],
  refusal: Reasoned | PlainReason,
  change: Partial<CheckoutResult> = {},
) => answer(checkout, bad(at, refusal), change, statusOf(refusal))

function answer(
  { sent, discount, credit }: CheckoutState,
  message: CheckoutMessage,
  change: Partial<CheckoutResult>,
  status: number,
) {
  const { values, typedCode, typedCredit, key } = sent
  const result: CheckoutResult = {
    values,
    typedCode,
    typedCredit,
    key,
    errors: {},
    discount,
    credit,
    message,
    ...change,
  }
  return data(result, { status })
}

export const good = <N extends Notice>(
  at: CheckoutMessage['at'],
  notice: N,
  ...params: NoticeArguments<N>
): CheckoutMessage => ({ at, tone: 'good', ...formatNotice(notice, ...params) })

const bad = (at: CheckoutMessage['at'], refusal: Reasoned | PlainReason): CheckoutMessage => ({
  at,
  tone: 'bad',
  ...formatRefusal(refusal),
})
