import { randomUUID } from 'node:crypto'
import type { Tx } from '../../db/open.server.ts'
import { creditMovements, credits } from '../../db/tables.server.ts'
import { creditLabel, newCreditCode } from '../../rules/credit/credit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { findAccount } from './issue-credit.ts'

/**
 * Issues the code of a voucher that was bought on the web, and returns it. The database allows a purchase one
 * code, once it is paid.
 */
export async function issueBought(
  db: Tx,
  { purchaseId, amount, email }: { purchaseId: string; amount: number; email: string | null },
): Promise<string> {
  const id = randomUUID()
  const code = newCreditCode()
  const userId = await findAccount(db, email)
  const about = { id, code, amount, email, userId, purchaseId }
  await db.insert(credits).values({ ...about, kind: 'voucher', status: 'active' })
  await db.insert(creditMovements).values({ creditId: id, kind: 'issued', amount })
  await recordAudit(
    db,
    { userId: null, ip: null },
    {
      action: 'issued',
      entity: 'credit',
      entityId: id,
      label: creditLabel(code),
      after: { amount, kind: 'voucher' },
    },
  )
  return code
}
