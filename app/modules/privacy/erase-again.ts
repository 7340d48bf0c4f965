import type { Tx } from '../../db/open.server.ts'
import { erasures } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { eraseAccountAgain } from './erase-account.ts'
import { eraseContactAgain } from './erase-contact.ts'
import { noteErased } from './forget-everywhere.ts'

/**
 * After a restore of an older backup, erases again what the list of erasures names, without emails. Returns how many of
 * them existed, and which could not be erased; a failure does not stop the others.
 */
export async function eraseAgain({ db }: Pick<Shop, 'db'>, ids: readonly string[]) {
  const done = { count: 0, failed: [] as { id: string; error: unknown }[] }
  for (const id of ids)
    try {
      if (await db.transaction((db) => eraseOneAgain(db, id))) done.count += 1
    } catch (error) {
      done.failed.push({ id, error })
    }
  return done
}

async function eraseOneAgain(db: Tx, id: string): Promise<boolean> {
  await noteErased(db, [id])
  return (await eraseAccountAgain(db, id)) || eraseContactAgain(db, id)
}

/** The ids of all erasures, in their order. */
export const listErasures = (db: Shop['db']) =>
  db.select().from(erasures).orderBy(erasures.erasedAt, erasures.id)
