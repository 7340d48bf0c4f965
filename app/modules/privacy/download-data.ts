import { type Device, recordAccountEvent } from '../../platform/auth/account-events.server.ts'
import { refuseTooMany } from '../../platform/rate-limiter.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Role } from '../../rules/accounts/roles.ts'
import { WITHOUT_ACCOUNT } from '../../rules/audit/audit.ts'
import { LIMITS } from '../../rules/limits.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import type { Contact } from '../../rules/privacy/contact.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { type AccountExport, exportAccount } from './export-account.ts'
import { exportContact } from './export-contact.ts'

/** The person who downloads: the account's owner, or a staff member who answers a request. */
type Reader = { device: Device } | { actor: Actor & { role: Role } }

type DataFile =
  | { ok: true; file: AccountExport }
  | Refusal<'person-not-found' | 'unauthorized' | 'too-many-attempts'>

/**
 * All that the shop stores about a person, as a file. The download is recorded before the file leaves: as an account
 * event when the owner takes it, in the audit log when staff do. Only a super_admin may take a staff member's file: its
 * devices and network addresses would help an admin to take over a higher account.
 */
export async function downloadData(
  { db, now, rateLimiter }: Pick<Shop, 'db' | 'now' | 'rateLimiter'>,
  userId: string,
  by: Reader,
): Promise<DataFile> {
  const late = await countFile(rateLimiter, 'device' in by ? userId : by.actor.userId)
  if (late) return late
  const file = await exportAccount(db, userId, now())
  if (!file) return { ok: false, reason: 'person-not-found' }
  if ('device' in by) await recordAccountEvent(db, userId, 'data-downloaded', by.device)
  else {
    if (file.account.role !== 'customer' && by.actor.role !== 'super_admin')
      return { ok: false, reason: 'unauthorized' }
    await noteExport(db, by.actor, userId, file.account.email)
  }
  return { ok: true, file }
}

type ContactFile =
  | { ok: true; file: NonNullable<Awaited<ReturnType<typeof exportContact>>> }
  | Refusal<'contact-nothing' | 'unauthorized' | 'too-many-attempts'>

/** The same about a person without an account, only for a super_admin: no account proves whose phone number it is. */
export async function downloadContact(
  { db, now, rateLimiter }: Pick<Shop, 'db' | 'now' | 'rateLimiter'>,
  contact: Contact,
  actor: Actor & { role: Role },
): Promise<ContactFile> {
  if (actor.role !== 'super_admin') return { ok: false, reason: 'unauthorized' }
  const late = await countFile(rateLimiter, actor.userId)
  if (late) return late
  const file = await exportContact(db, contact, now())
  if (!file) return { ok: false, reason: 'contact-nothing' }
  await noteExport(db, actor, WITHOUT_ACCOUNT, contact.value)
  return { ok: true, file }
}

async function countFile(
  rateLimiter: Shop['rateLimiter'],
  readerId: string,
): Promise<Refusal<'too-many-attempts'> | null> {
  const { allowed, retryAfter } = await rateLimiter.take(`data files ${readerId}`, LIMITS.dataFiles)
  return allowed ? null : refuseTooMany({ retryAfter })
}

const noteExport = (db: Shop['db'], actor: Actor, entityId: string, label: string) =>
  db.transaction((db) =>
    recordAudit(db, actor, { action: 'exported', entity: 'person', entityId, label }),
  )
