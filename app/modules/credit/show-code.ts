import { eq } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { credits } from '../../db/tables.server.ts'
import { creditLabel } from '../../rules/credit/credit.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'

/**
 * Shows the whole code to a staff member who reads it to its owner. Whoever has it can spend it, so the
 * log records who saw it.
 */
export const showCode = (
  db: Db,
  actor: Actor,
  creditId: string,
): Promise<{ ok: true; code: string } | Refusal<'not-found'>> =>
  db.transaction(async (db): Promise<{ ok: true; code: string } | Refusal<'not-found'>> => {
    const [credit] = await db
      .select({ code: credits.code })
      .from(credits)
      .where(eq(credits.id, creditId))
    if (!credit) return { ok: false, reason: 'not-found' }
    const label = creditLabel(credit.code)
    await recordAudit(db, actor, {
      action: 'code shown',
      entity: 'credit',
      entityId: creditId,
      label,
    })
    return { ok: true, code: credit.code }
  })
