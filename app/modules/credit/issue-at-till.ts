import type { Tx } from '../../db/open.server.ts'
import { creditMovements, credits } from '../../db/tables.server.ts'
import { type CreditKind, creditLabel } from '../../rules/credit/credit.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'

type IssuedAtTill = {
  /** Of the return or the sale: recorded once, it is one code. */
  id: string
  /** Made and printed by the till. */
  code: string
  kind: Exclude<CreditKind, 'goodwill'>
  amount: number
  byUser: string
  /** Nothing can be spent of it until a person has looked. */
  isDoubtful: boolean
}

/** Puts money on the code that a till has printed: what it took for a voucher, or gives back for a return. */
export async function issueAtTill(
  db: Tx,
  actor: Actor,
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
