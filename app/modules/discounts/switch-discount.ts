import type { Db } from '../../db/open.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Actor } from '../audit/record-audit.ts'
import { deleteRow, type Seen, switchRow } from '../audit/versioned.ts'
import { DISCOUNT } from './save-discount.ts'

/** Lets customers use a code, or stops them; an open form of it is told of the change. */
export const switchDiscount = (db: Db, actor: Actor, id: string, isActive: boolean) =>
  transact(db, (db) => switchRow(db, actor, DISCOUNT, id, isActive))

/**
 * Deletes a code, if it still is as the list showed it (`version`). Orders that used it keep its name and
 * what it took off.
 */
export const deleteDiscount = (db: Db, actor: Actor, seen: Seen) =>
  transact(db, (db) => deleteRow(db, actor, DISCOUNT, seen))
