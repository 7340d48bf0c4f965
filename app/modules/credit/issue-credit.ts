import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { creditMovements, credits, posSales, users } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Services } from '../../platform/services.server.ts'
import {
  creditLabel,
  HAND_KINDS,
  type HandKind,
  LONGEST_CREDIT_REASON,
  newCreditCode,
} from '../../rules/credit/credit.ts'
import { emailField } from '../../rules/form-fields.ts'
import { creditIssuedEmail } from '../../rules/messages/emails/credit.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { isWholeAmount, LARGEST_AMOUNT } from '../../rules/money.ts'
import { needsSecondPerson } from '../../rules/refunds/refunds.ts'
import { limitSettings } from '../../rules/settings/settings.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import type { Credit } from './put-on-credit.ts'

export type CreditShop = Pick<Services, 'db' | 'jobs' | 'config' | 'now'>
type IssueRequest = {
  /** Id of the form: submitted twice, it is one code. */
  id: string
  kind: HandKind
  amount: number
  /** Where the code is emailed; null: staff hand it over. */
  email: string | null
  reason: string
}
type Issued = { ok: true; id: string; amount: number; isAwaiting: boolean }
type IssueRefusal = Refusal<
  'credit-amount-bad' | 'credit-email-bad' | 'credit-reason-missing' | 'edited-meanwhile'
>

const DAY_MS = 86_400_000

/**
 * Staff issue a code by hand: a voucher that was paid for, or goodwill. Above a limit per person and day, and for
 * their own address, a second person has to approve before the code has a balance.
 */
export const issueCredit = (
  shop: CreditShop,
  actor: Actor,
  { id, kind, amount, reason, ...asked }: IssueRequest,
): Promise<Issued | IssueRefusal> =>
  transact(shop.db, async (db): Promise<Issued | IssueRefusal> => {
    if (!isWholeAmount(amount) || amount === 0 || amount > LARGEST_AMOUNT)
      return { ok: false, reason: 'credit-amount-bad' }
    const email = asked.email ? emailField.safeParse(asked.email) : null
    if (email && !email.success) return { ok: false, reason: 'credit-email-bad' }
    if (reason === '' || Array.from(reason).length > LONGEST_CREDIT_REASON)
      return { ok: false, reason: 'credit-reason-missing' }
    const to = email?.data ?? null
    // Locks the staff member's row, so that codes issued at once in two tabs count together.
    const [person] = await db
      .select()
      .from(users)
      .where(eq(users.id, actor.userId))
      .for('no key update')
    const [known] = await db.select().from(credits).where(eq(credits.id, id))
    if (known)
      return known.requestedBy === actor.userId &&
        known.amount === amount &&
        known.kind === kind &&
        known.email === to &&
        known.reason === reason
        ? { ok: true, id, amount, isAwaiting: known.status === 'awaiting' }
        : { ok: false, reason: 'edited-meanwhile' }
    const issued = await issuedLately(db, actor.userId, shop.now())
    const isOwn = to !== null && to === person?.email
    const needsSecond = needsSecondPerson(
      { amount, refunded: issued, isOwn },
      limitSettings().creditSecondPersonFrom,
    )
    const [credit] = await db
      .insert(credits)
      .values({
        id,
        code: newCreditCode(),
        kind,
        status: needsSecond ? 'awaiting' : 'active',
        amount,
        email: to,
        userId: await findAccount(db, to),
        reason,
        needsSecond,
        requestedBy: actor.userId,
        createdAt: shop.now(),
      })
      .returning()
    if (!credit) throw new Error('a credit was not written')
    if (!needsSecond) await fill(shop, db, credit, actor.userId)
    await recordAudit(db, actor, {
      action: 'issued',
      entity: 'credit',
      entityId: id,
      label: creditLabel(credit.code),
      after: { amount, kind, needsSecond },
    })
    return { ok: true, id, amount, isAwaiting: needsSecond }
  })

async function issuedLately(db: Tx, userId: string, now: Date) {
  const [sum] = await db
    .select({ amount: sql<number>`coalesce(sum(${credits.amount}), 0)`.mapWith(Number) })
    .from(credits)
    .where(
      and(
        eq(credits.requestedBy, userId),
        gt(credits.createdAt, new Date(now.getTime() - DAY_MS)),
        inArray(credits.kind, [...HAND_KINDS]),
        ne(credits.status, 'cancelled'),
        // Vouchers sold at a till do not count: they were paid into its drawer, which is counted, or to the provider.
        // The id alone proves nothing, because a form chooses it.
        sql`not exists (select from ${posSales} where ${posSales.id} = ${credits.id}
          and ${posSales.voucherAmount} > 0 and (${posSales.shiftId} is not null or ${posSales.paymentMethod} = 'paychangu'))`,
      ),
    )
  return sum?.amount ?? 0
}

/** The id of the account with this email; null when there is none. */
export async function findAccount(db: Tx, email: string | null) {
  if (!email) return null
  const [account] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return account?.id ?? null
}

/** Puts its amount on a code, and emails the code. */
export async function fill(shop: CreditShop, db: Tx, credit: Credit, byUser: string) {
  const { id: creditId, amount, code, email } = credit
  await db.insert(creditMovements).values({ creditId, kind: 'issued', amount, byUser })
  if (!email) return
  const content = creditIssuedEmail(email, { code, balance: amount }, shop.config.baseUrl)
  await shop.jobs.enqueue(db, 'send-email', content)
}
