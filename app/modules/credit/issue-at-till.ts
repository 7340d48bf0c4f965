import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { creditMovements, credits } from '../../db/tables.server.ts'
import { type CreditKind, creditLabel } from '../../rules/credit/credit.ts'
import { recordAudit, type Signed } from '../audit/record-audit.ts'

type IssuedAtTill = {
  /** The id of the return or the sale: recorded once, it makes one code. */
  id: string
  /** Made and printed by the till, or made by the server for a sale by mobile money. */
  code: string
  kind: Exclude<CreditKind, 'goodwill'>
  amount: number
  byUser: string
  /** Blocked until a person has looked. */
  isDoubtful: boolean
}

/**
 * Issues a code at a till: for a voucher that was sold, or for a return. For a voucher paid by mobile money, the
 * database refuses it before the money has come, and refuses another sum.
 */
export async function issueAtTill(
  db: Tx,
  actor: Signed,
  { id, code, kind, amount, byUser, isDoubtful }: IssuedAtTill,
) {
  await db.insert(credits).values({
    id,
    code,
    kind,
    status: isDoubtful ? 'blocked' : 'active',
    amount,
    requestedBy: byUser,
  })
  await db.insert(creditMovements).values({ creditId: id, kind: 'issued', amount, byUser })
  await recordAudit(db, actor, {
    action: 'issued',
    entity: 'credit',
    entityId: id,
    label: creditLabel(code),
    after: { amount, kind },
  })
}

/** Whether a code has this id already. */
export const isCode = async (db: Tx, id: string) =>
  (await db.$count(credits, eq(credits.id, id))) > 0
