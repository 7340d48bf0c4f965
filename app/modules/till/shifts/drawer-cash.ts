import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { personName } from '../../../db/names.server.ts'
import type { Db, Tx } from '../../../db/open.server.ts'
import { shiftCash, shifts, tills } from '../../../db/tables.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import type { ActorOrJob } from '../../audit/record-audit.ts'

const IS_OPEN = and(isNull(shifts.closedAt), isNull(tills.retiredAt))
const MOST_DRAWERS = 50

/** The drawers of open shifts, from which cash can be paid out, by the name of the till. */
export const listOpenDrawers = (db: Db) =>
  db
    .select({ shiftId: shifts.id, till: tills.name, openedBy: personName(shifts.openedBy) })
    .from(shifts)
    .innerJoin(tills, eq(tills.id, shifts.tillId))
    .where(IS_OPEN)
    .orderBy(asc(sql`lower(${tills.name})`))
    .limit(MOST_DRAWERS)
export type OpenDrawer = Awaited<ReturnType<typeof listOpenDrawers>>[number]

/**
 * Staff move cash of the drawer of an open shift: `amount` in kwacha goes in, a negative one comes out. It changes
 * what the drawer should hold, as the till's own moves do. The same id again moves nothing. Refuses a shift that is
 * closed or counted, and an id that was used for other money.
 */
export async function moveDrawerCash(
  db: Tx,
  actor: ActorOrJob,
  { id, shiftId, amount, reason, now, isPlaced = false }: DrawerMove,
): Promise<{ ok: true } | Refusal<'drawer-not-open'>> {
  const [open] = await db
    .select()
    .from(shifts)
    .innerJoin(tills, eq(tills.id, shifts.tillId))
    .where(and(eq(shifts.id, shiftId), isPlaced ? undefined : IS_OPEN))
    // A count at the same moment waits, so that it includes this cash.
    .for('key share', { of: shifts })
  if (!open) return { ok: false, reason: 'drawer-not-open' }
  await db
    .insert(shiftCash)
    .values({
      id,
      shiftId,
      byUser: actor.userId,
      sentBy: actor.userId,
      amount,
      reason,
      at: now,
    })
    .onConflictDoNothing()
  const [kept] = await db.select().from(shiftCash).where(eq(shiftCash.id, id))
  const isSame = kept?.shiftId === shiftId && kept.amount === amount && kept.reason === reason
  return isSame ? { ok: true } : { ok: false, reason: 'drawer-not-open' }
}
type DrawerMove = {
  id: string
  shiftId: string
  amount: number
  reason: string
  now: Date
  /** The shift was open when this was agreed to, and the drawer gets the cash back at once. */
  isPlaced?: boolean | undefined
}
