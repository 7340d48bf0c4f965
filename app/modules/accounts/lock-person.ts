import { eq, type SQL } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { users } from '../../db/tables.server.ts'

/** One change of a person's ways in at a time: the last one is counted by none of two at the same moment. */
export const lockPerson = (db: Tx, who: string | SQL) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(typeof who === 'string' ? eq(users.id, who) : who)
    .for('no key update')
