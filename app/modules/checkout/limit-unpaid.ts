import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { prepareOnce } from '../../db/prepared.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Holder } from '../../rules/messages/checkout/checkout.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { UNPAID } from '../../shop.ts'
import { homeKeyOf, type NewHold } from './lock-holders.ts'

/** What unpaid orders hold now, and for how long they have held the items that are ordered again. */
export type UnpaidHolds = Record<`${Holder}${'Orders' | 'Units' | 'Codes'}`, number> & {
  secondsHeld: number
}

const sum = (what: SQL) => sql`coalesce(sum(${what}), 0)`.mapWith(Number)
const heldBy = (holder: Holder, what: SQL) =>
  sum(sql`case when is_open and is_${sql.raw(holder)} then ${what} end`)

const prepareHolds = prepareOnce((db: Tx) => {
  const { placeholder } = sql
  return db
    .select({
      accountOrders: heldBy('account', sql`1`),
      accountUnits: heldBy('account', sql`units`),
      accountCodes: heldBy('account', sql`codes`),
      phoneOrders: heldBy('phone', sql`1`),
      phoneUnits: heldBy('phone', sql`units`),
      phoneCodes: heldBy('phone', sql`codes`),
      addressOrders: heldBy('address', sql`1`),
      addressUnits: heldBy('address', sql`units`),
      addressCodes: heldBy('address', sql`codes`),
      secondsHeld: sum(sql`case when is_again and (is_account or is_phone) then seconds end`),
    })
    .from(sql`(
      select o.status = 'pending' and o.expires_at > ${placeholder('now')}::timestamptz as is_open,
        o.user_id = ${placeholder('userId')}::uuid as is_account,
        o.phone = ${placeholder('phone')}::text as is_phone,
        o.address_key = ${placeholder('addressKey')}::text as is_address,
        i.units,
        (o.discount_redeemed and d.maximum_uses is not null)::int as codes,
        o.created_at > ${placeholder('since')}::timestamptz and o.status in ('pending', 'cancelled')
          and (i.is_again or coalesce(o.discount_id = ${placeholder('code')}::uuid, false)) as is_again,
        extract(epoch from least(o.cancelled_at, o.expires_at, ${placeholder('now')}::timestamptz) - o.created_at) as seconds
      from orders o left join discounts d on d.id = o.discount_id
        cross join lateral (
          select sum(quantity) as units, bool_or(variant_id = any(${placeholder('variantIds')}::uuid[])) as is_again
          from order_items where order_id = o.id) i
      where (o.created_at > ${placeholder('since')}::timestamptz or o.status = 'pending')
        and o.paid_at is null and o.review_reason is null
        and (o.user_id = ${placeholder('userId')}::uuid or o.phone = ${placeholder('phone')}::text
          or o.address_key = ${placeholder('addressKey')}::text)) as held`)
})

/**
 * What this customer's other unpaid orders hold. Called after `lockHolders`, so that an order which a rival
 * has just made counts.
 */
export async function readHolds(
  { config, now }: Pick<Shop, 'config' | 'now'>,
  db: Tx,
  { userId, request, lines, limitedCode }: NewHold,
): Promise<UnpaidHolds> {
  const at = now()
  const windowMs = config.paymentWindowMinutes * 60_000
  const [holds] = await prepareHolds(db).execute({
    now: at.toISOString(),
    since: new Date(at.getTime() - UNPAID.againAfterWindows * windowMs).toISOString(),
    userId,
    phone: request.phone,
    addressKey: homeKeyOf(request),
    variantIds: lines.map((line) => line.variantId),
    code: limitedCode,
  })
  if (!holds) throw new Error('unpaid orders were not counted')
  return holds
}

const HOLDERS = ['account', 'phone', 'address'] as const

export type HoldsRefusal = Refusal<
  'unpaid-orders' | 'unpaid-units' | 'unpaid-code' | 'unpaid-again'
>

/**
 * Whether one more unpaid order may hold this much, so that nobody blocks the last pieces or the last use of a code
 * for those who would pay. `RATE_LIMIT_SCALE` multiplies these limits too.
 */
export function checkHolds(
  { config }: Pick<Shop, 'config'>,
  { lines, limitedCode }: NewHold,
  holds: UnpaidHolds,
): { ok: true } | HoldsRefusal {
  // At least one: a shop with a small scale still takes one order at a time.
  const scaled = (limit: number) => Math.max(1, Math.floor(limit * config.rateLimitScale))
  const units = lines.reduce((total, line) => total + line.quantity, 0)
  const minutes = config.paymentWindowMinutes
  for (const holder of HOLDERS) {
    const limits = UNPAID[holder]
    const [mostOrders, mostUnits] = [scaled(limits.orders), scaled(limits.units)]
    if (holds[`${holder}Orders`] + 1 > mostOrders)
      return { ok: false, reason: 'unpaid-orders', holder, available: mostOrders, minutes }
    if (holds[`${holder}Units`] + units > mostUnits)
      return { ok: false, reason: 'unpaid-units', holder, available: mostUnits }
    if (limitedCode && holds[`${holder}Codes`] + 1 > scaled(limits.codes))
      return { ok: false, reason: 'unpaid-code', holder, minutes }
  }
  if (holds.secondsHeld > minutes * 60 * Math.max(1, config.rateLimitScale))
    return { ok: false, reason: 'unpaid-again', minutes: UNPAID.againAfterWindows * minutes }
  return { ok: true }
}
