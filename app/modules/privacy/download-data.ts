import { type Device, recordAccountEvent } from '../../platform/auth/account-events.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { type AccountExport, exportAccount } from './export-account.ts'

/** Who downloads: the person, or somebody of the staff who answers a request. */
type Reader = { device: Device } | { actor: Actor }

/**
 * All that the shop holds on a person, as a file. Before it leaves it is written down: in the log of the account when
 * its owner takes it, in the audit log when the staff does. Undefined where there is no such account.
 */
export async function downloadData(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  userId: string,
  by: Reader,
): Promise<AccountExport | undefined> {
  const file = await exportAccount(db, userId, now())
  if (!file) return undefined
  if ('device' in by) await recordAccountEvent(db, userId, 'data-downloaded', by.device)
  else
    await db.transaction((db) =>
      recordAudit(db, by.actor, {
        action: 'exported',
        entity: 'person',
        entityId: userId,
        label: file.account.email,
      }),
    )
  return file
}
