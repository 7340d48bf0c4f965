import type { Db } from '../../db/open.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Actor } from '../audit/record-audit.ts'
import { deleteRow, type Seen, switchRow } from '../audit/versioned.ts'
import { BANNER } from './save-banner.ts'

/** Shows a banner or takes it down; an open form of it is told of the change. */
export const switchBanner = (db: Db, actor: Actor, id: string, isActive: boolean) =>
  transact(db, (db) => switchRow(db, actor, BANNER, id, isActive))

/** Deletes a banner, if it still is as the list showed it (`version`). */
export const deleteBanner = (db: Db, actor: Actor, seen: Seen) =>
  transact(db, (db) => deleteRow(db, actor, BANNER, seen))
