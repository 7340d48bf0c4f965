import { type Device, recordAccountEvent } from '../../platform/auth/account-events.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Role } from '../../rules/accounts/roles.ts'
import { LIMITS } from '../../rules/limits.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { type AccountExport, exportAccount } from './export-account.ts'

/** Who downloads: the person, or somebody of the staff who answers a request. */
type Reader = { device: Device } | { actor: Actor & { role: Role } }

type DataFile =
  | { ok: true; file: AccountExport }
  | Refusal<'person-not-found' | 'unauthorized' | 'too-many-attempts'>

/**
 * All that the shop holds on a person, as a file. Before it leaves it is written down: in the log of the account when
 * its owner takes it, in the audit log when the staff does. What is known of the staff, devices and network addresses
 * among it, is for a super_admin alone: it would help an admin to take over a higher account.
 */
export async function downloadData(
  { db, now, rateLimiter }: Pick<Shop, 'db' | 'now' | 'rateLimiter'>,
  userId: string,
  by: Reader,
): Promise<DataFile> {
  const readerId = 'device' in by ? userId : by.actor.userId
  const taken = await rateLimiter.take(`data files ${readerId}`, LIMITS.dataFiles)
  if (!taken.allowed)
    return { ok: false, reason: 'too-many-attempts', minutes: Math.ceil(taken.retryAfter / 60) }
  const file = await exportAccount(db, userId, now())
  if (!file) return { ok: false, reason: 'person-not-found' }
  if ('device' in by) await recordAccountEvent(db, userId, 'data-downloaded', by.device)
  else {
    if (file.account.role !== 'customer' && by.actor.role !== 'super_admin')
      return { ok: false, reason: 'unauthorized' }
    await db.transaction((db) =>
      recordAudit(db, by.actor, {
        action: 'exported',
        entity: 'person',
        entityId: userId,
        label: file.account.email,
      }),
    )
  }
  return { ok: true, file }
}
