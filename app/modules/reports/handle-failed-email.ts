import type { Db, Tx } from '../../db/open.server.ts'
import { transact } from '../../db/transact.server.ts'
import { forgetFailed, sendFailedAgain } from '../../platform/mail/failed-emails.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { listDone } from '../audit/list-done.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'

/** The audit entry has the email's subject, not its recipient. */
const handle = (
  db: Db,
  actor: Actor,
  id: string,
  work: (db: Tx, id: string) => Promise<{ subject: string } | undefined>,
  status: 'sent again' | 'set aside',
): Promise<{ ok: true } | Refusal<'email-seen-to'>> =>
  transact(db, async (db) => {
    if ((await listDone(db, actor, 'email', id)).length > 0) return { ok: true }
    const email = await work(db, id)
    if (!email) return { ok: false, reason: 'email-seen-to' }
    await recordAudit(db, actor, {
      action: 'status changed',
      entity: 'email',
      entityId: id,
      label: email.subject,
      before: { status: 'failed' },
      after: { status },
    })
    return { ok: true }
  })

/** Lets staff send a failed email again. Refuses an email that another person has handled meanwhile. */
export const sendEmailAgain = (db: Db, actor: Actor, id: string) =>
  handle(db, actor, id, sendFailedAgain, 'sent again')

/** Lets staff set a failed email aside, so that it is not sent any more. */
export const setEmailAside = (db: Db, actor: Actor, id: string) =>
  handle(db, actor, id, forgetFailed, 'set aside')
