import { and, eq, isNull, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import type { Tx } from '../../../db/open.server.ts'
import { shifts, tills } from '../../../db/tables.server.ts'
import { mayRunShop, type Role } from '../../../rules/accounts/roles.ts'
import type { CashSale } from '../../../rules/till/till-events.ts'
import { isSigned, mobileSaleContent } from '../../../rules/till/till-signature.ts'
import { findDevice } from '../devices/devices.ts'
import { type Doubt, isOfShift, NOT_OF_SHIFT, type Origin } from '../events/event-origin.ts'
import type { SaleRequest } from './price-sale.ts'

const CLOCK_GRACE_MS = 10 * 60_000

type ShiftDoubt =
  | 'shift-unknown'
  | 'shift-counted'
  | 'before-shift'
  | 'shift-abandoned'
  | 'till-retired'

/**
 * Locks the shift that a sale or return names, with its till: the shift cannot be counted before the sale
 * or return is written.
 */
export async function lockShift(db: Tx, shiftId: string) {
  const [shift] = await db
    .select({
      ...columnsOf(shifts, 'id', 'tillId', 'openedBy', 'openedAt', 'closedAt', 'receivedAt'),
      retiredAt: tills.retiredAt,
      isCounted: sql<boolean>`${shifts.counted} is not null`,
      abandonedAt: shifts.abandonedAt,
    })
    .from(shifts)
    .innerJoin(tills, eq(tills.id, shifts.tillId))
    .where(eq(shifts.id, shiftId))
    .for('key share', { of: shifts })
  return shift
}

/** Whether this time is before the shift was opened, even if the till's clock was set by a few minutes meanwhile. */
export const isBeforeShift = ({ openedAt }: { openedAt: Date }, at: string) =>
  new Date(at).getTime() < openedAt.getTime() - CLOCK_GRACE_MS

/** The shift and the till of a sale. A shift that is counted gets no more sales. */
export async function findPlace(
  db: Tx,
  origin: Origin,
  { shiftId, at }: CashSale,
): Promise<{
  shiftId: string | null
  tillId: string | null
  openedAt?: Date
  doubt: Doubt | null
}> {
  const shift = await lockShift(db, shiftId)
  const unknown = (code: ShiftDoubt): Doubt => ({ reason: 'shift-unknown', note: { code } })
  if (!shift) return { shiftId: null, tillId: origin.tillId, doubt: unknown('shift-unknown') }
  if (!isOfShift(origin, shift))
    return { shiftId: null, tillId: origin.tillId, doubt: NOT_OF_SHIFT }
  const { tillId, openedAt } = shift
  if (shift.isCounted) return { shiftId: null, tillId, openedAt, doubt: unknown('shift-counted') }
  const doubt = isBeforeShift(shift, at)
    ? unknown('before-shift')
    : shift.abandonedAt
      ? unknown('shift-abandoned')
      : shift.retiredAt
        ? unknown('till-retired')
        : null
  return { shiftId: shift.id, tillId, openedAt, doubt }
}

/**
 * The till and the open shift of a sale by mobile money; undefined when they do not fit what was sent. Another
 * person's shift is refused, unless an admin sells or the shift's own till signed the sale.
 */
export async function findOpenPlace(
  db: Tx,
  seller: { userId: string; role: Role },
  request: SaleRequest,
) {
  const { tillId, shiftId } = request
  if (shiftId) {
    // A share lock keeps the shift open until the sale is written, so that its figures do not miss the sale.
    const [shift] = await db
      .select({ tillId: shifts.tillId, openedBy: shifts.openedBy })
      .from(shifts)
      .where(and(eq(shifts.id, shiftId), isNull(shifts.closedAt)))
      .for('share')
    const isTheirs =
      mayRunShop(seller.role) ||
      shift?.openedBy === seller.userId ||
      (await isSignedBy(db, request, shift?.tillId))
    return shift && isTheirs && (!tillId || tillId === shift.tillId)
      ? { tillId: shift.tillId, shiftId }
      : undefined
  }
  if (!tillId) return { tillId: null, shiftId: null }
  const [till] = await db
    .select({ id: tills.id })
    .from(tills)
    .where(and(eq(tills.id, tillId), isNull(tills.retiredAt)))
  return till && { tillId, shiftId: null }
}

async function isSignedBy(db: Tx, request: SaleRequest, tillId: string | undefined) {
  const { deviceId, signature, saleId, shiftId, totalAmount, cashAmount = 0 } = request
  const device = deviceId && signature ? await findDevice(db, deviceId) : undefined
  // The sale is made now: a device that has left the till must not sell there.
  if (!device?.publicKey || !signature || device.leftAt || device.tillId !== tillId) return false
  const content = mobileSaleContent({ saleId, shiftId, totalAmount, cashAmount })
  return isSigned(content, signature, device.publicKey)
}
