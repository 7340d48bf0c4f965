import { z } from 'zod'
import { LONGEST_NAME } from '../accounts/longest.ts'
import { PRODUCT_LONGEST } from '../catalogue/product-values.ts'
import { readCreditCode } from '../credit/credit.ts'
import {
  type EventProblem,
  isEventProblem,
  type UnreadReason,
} from '../messages/till/event-problems.ts'
import { LARGEST_AMOUNT } from '../money.ts'
import type { TillEvent } from './till-events.ts'
import { MOST_SOLD_LINES, MOST_UNITS } from './till-sale.ts'

const MOST_PIECES = 1_000_000

const id = z.uuid()
const at = z.iso.datetime({ offset: true })
const kwacha = z.int().min(0).max(LARGEST_AMOUNT)
const text = (longest: number) => z.string().trim().max(longest)
const perhaps = (longest: number) =>
  text(longest)
    .nullable()
    .transform((value) => value || null)
// A malformed signature counts as none: what it signs is taken as unsigned.
const signature = z
  .object({ deviceId: id, value: z.string().max(200) })
  .optional()
  .catch(undefined)
const made = { id, cashierId: id, at, signature }
const approval = z
  .object({ by: id, byName: text(LONGEST_NAME), proof: z.string().max(200) })
  .nullable()

const creditCode = z.string().refine((code) => readCreditCode(code) === code)

const soldLine = z.object({
  id,
  productId: id,
  variantId: id,
  name: text(PRODUCT_LONGEST.name).min(1),
  sku: text(PRODUCT_LONGEST.sku).min(1),
  size: perhaps(40),
  color: perhaps(40),
  quantity: z.int().min(1).max(MOST_UNITS),
  unitPrice: kwacha,
  discount: kwacha,
})
/** A rule that zod has no code for; the message is our own code. */
const problem = (code: EventProblem) => code

const distinct = (lines: readonly { id: string }[]) =>
  new Set(lines.map((line) => line.id)).size === lines.length

const isPayable = (lines: readonly { quantity: number; unitPrice: number }[]) =>
  lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0) <= LARGEST_AMOUNT

const event = z.discriminatedUnion('kind', [
  z.object({ ...made, kind: z.literal('shift-opened'), tillId: id, float: kwacha }),
  z.object({
    ...made,
    kind: z.literal('cash-moved'),
    shiftId: id,
    amount: z
      .int()
      .min(-LARGEST_AMOUNT)
      .max(LARGEST_AMOUNT)
      .refine((amount) => amount !== 0, problem('no-amount')),
    reason: text(200).min(1),
  }),
  z.object({
    ...made,
    kind: z.literal('sale'),
    shiftId: id,
    tillId: id,
    number: z.string().max(40).nullable(),
    pricesAsOf: at,
    lines: z
      .array(soldLine)
      .max(MOST_SOLD_LINES)
      .refine(distinct, problem('line-twice'))
      .refine(isPayable, problem('above-payable')),
    discount: kwacha,
    approval,
    customerName: perhaps(200),
    customerPhone: perhaps(30),
    notes: perhaps(1000),
    subtotal: kwacha,
    totalAmount: kwacha,
    cashGiven: kwacha,
    // Tills of releases before store credit send none.
    credit: z
      .object({ reserveId: id, ending: text(4), amount: kwacha.min(1) })
      .nullish()
      .transform((credit) => credit ?? undefined),
    // What the sale's receipt shows of the return: it is only compared with that return.
    exchange: z
      .object({ number: z.string().max(40), refund: kwacha, amount: kwacha, carried: kwacha })
      .optional()
      .catch(undefined),
    voucher: z
      .object({ amount: kwacha.min(1), code: creditCode })
      .nullish()
      .transform((voucher) => voucher ?? undefined),
  }),
  z.object({
    ...made,
    kind: z.literal('return'),
    shiftId: id,
    saleNumber: z.string().max(40),
    lines: z
      .array(
        z.object({
          lineId: id,
          quantity: z.int().min(1).max(MOST_UNITS),
          amount: kwacha,
          isRestocked: z.boolean(),
        }),
      )
      .min(1)
      .max(MOST_SOLD_LINES),
    refund: kwacha,
    reason: text(200).min(1),
    // Tills of releases before refunds were approved send none.
    approval: approval.default(null),
    exchangeSaleId: id.nullable(),
    exchange: z.object({ amount: kwacha.min(1), credit: kwacha }).optional(),
    creditBack: kwacha.optional(),
    creditCode: creditCode.optional(),
  }),
  z.object({
    ...made,
    kind: z.literal('shift-closed'),
    shiftId: id,
    counted: z.record(z.string().regex(/^\d{1,5}$/), z.int().min(0).max(MOST_PIECES)),
    note: perhaps(1000),
  }),
])

/** A sale is of products or of a voucher; a voucher has no discount, and no code pays it. */
const whole = event.refine(
  (one) =>
    one.kind !== 'sale' ||
    (one.voucher
      ? one.lines.length === 0 && one.discount === 0 && one.credit === undefined
      : one.lines.length > 0),
  { path: ['lines'], error: problem('products-or-voucher') },
)

/** zod's code, or for one of our own rules the code that is in place of its message. */
const problemOf = ({ code, message }: z.core.$ZodIssue): EventProblem =>
  isEventProblem(message) ? message : code

/** Reads a till's event, or says why it is unreadable: such an event is stored as it came, for a person. */
export function readTillEvent(
  sent: unknown,
): { ok: true; event: TillEvent } | { ok: false; why: UnreadReason } {
  const read = whole.safeParse(sent)
  if (read.success) return { ok: true, event: read.data }
  // What fails has an issue.
  const issue = read.error.issues[0] as z.core.$ZodIssue
  return {
    ok: false,
    why: { code: 'unreadable', path: issue.path.join('.'), problem: problemOf(issue) },
  }
}
