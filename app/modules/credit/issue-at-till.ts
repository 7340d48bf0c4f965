import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { creditMovements, credits } from '../../db/tables.server.ts'
import { type CreditKind, creditLabel } from '../../rules/credit/credit.ts'
import { recordAudit, type Signed } from '../audit/record-audit.ts'

type IssuedAtTill = {
  /** Of the return or the sale: recorded once, it is one code. */
  id: string
  /** Made and printed by the till; by the server where mobile money pays. */
  code: string
  kind: Exclude<CreditKind, 'goodwill'>
  amount: number
  byUser: string
  /** Nothing can be spent of it until a person has looked. */
  isDoubtful: boolean
}

/**
 * Puts money on a code of a till: what it took for a voucher, or gives back for a return. Of one that mobile money pays
 * the database refuses it before that has come, and another sum.
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

/** Whether an id is a code's already. */
export const isCode = async (db: Tx, id: string) =>
  (await db.$count(credits, eq(credits.id, id))) > 0
