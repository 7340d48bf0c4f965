import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { profiles, users } from '../../../db/tables.server.ts'
import { mayUseTill, ROLES, type Role } from '../../../rules/accounts/roles.ts'
import type { ReviewNote } from '../../../rules/messages/till/review.ts'
import type { TillEvent, TillReviewReason } from '../../../rules/till/till-events.ts'
import { isSigned } from '../../../rules/till/till-signature.ts'
import type { Actor, Signed } from '../../audit/record-audit.ts'
import { findDevice, type TillDevice, wasAt } from '../devices/devices.ts'

/** The person whose session sends, and the device that it claims to be. */
export type Sender = Actor & { role: Role; deviceId: string }
type Maker = Omit<Sender, 'ip'> & Pick<Signed, 'ip'>

/**
 * The device whose key signed an event; `wrong` when the signature does not fit; null when unsigned, or
 * signed by an unknown key.
 */
export type Signer = TillDevice | 'wrong' | null

/** Checks an event's signature against the body exactly as it was sent. */
export async function findSigner(db: Db, { signature }: TillEvent, sent: object): Promise<Signer> {
  const device = signature && (await findDevice(db, signature.deviceId.toLowerCase()))
  if (!signature || !device?.publicKey) return null
  return (await isSigned(sent, signature.value, device.publicKey)) ? device : 'wrong'
}

export type Doubt = { reason: TillReviewReason; note: ReviewNote }

/**
 * Who made an event, as far as it is proven. `userId` is the person to whom it is credited: the cashier whom it names,
 * if the sender's session proves that or the key of a device at which that cashier was signed in; otherwise the
 * sender. `role` sets the limits: the lower of the cashier's and the sender's roles.
 */
export type Origin = {
  sender: Maker
  userId: string
  name: string
  /** The cashier whom the event names without proof. */
  unproven: string | null
  role: Role
  signer: TillDevice | null
  /** The till of the device that signed the event, otherwise of the one that sent it. */
  tillId: string | null
  doubts: Doubt[]
}

/**
 * Finds who made an event, as far as its signature and its sender prove it, at which till, and what speaks against it.
 */
export async function findOrigin(
  db: Tx,
  sender: Maker,
  signer: Signer,
  { cashierId }: Pick<TillEvent, 'cashierId'>,
): Promise<Origin> {
  const device = signer && signer !== 'wrong' ? signer : null
  const named = await findPerson(db, cashierId)
  const isProven =
    cashierId === sender.userId ||
    (device !== null && (await wasAt(db, device.deviceId, cashierId)))
  const isStaff = named !== undefined && mayUseTill(named.role)
  const isTheirs = isProven && isStaff
  const doubts: Doubt[] = []
  if (signer === 'wrong')
    doubts.push({ reason: 'signature-wrong', note: { code: 'signature-wrong' } })
  if (!isTheirs)
    doubts.push({
      reason: 'maker-unproven',
      note: isStaff ? { code: 'maker-unproven', name: named.name } : { code: 'maker-none' },
    })
  return {
    sender,
    userId: isTheirs ? cashierId : sender.userId,
    name: (isTheirs ? named : await findPerson(db, sender.userId))?.name ?? '',
    unproven: isTheirs ? null : (named?.name ?? null),
    role: narrower(isTheirs ? named.role : 'cashier', sender.role),
    signer: device,
    tillId: (device ?? (await findDevice(db, sender.deviceId)))?.tillId ?? null,
    doubts,
  }
}

async function findPerson(db: Tx, userId: string) {
  const [person] = await db
    .select({ name: users.name, role: profiles.role })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.userId, userId))
  return person
}

const narrower = (one: Role, other: Role) =>
  ROLES.indexOf(one) > ROLES.indexOf(other) ? one : other

type PlaceOfShift = {
  tillId: string
  openedBy: string
  closedAt: Date | null
  /** By the server's clock, because a till may backdate its opening. */
  receivedAt: Date
}

/**
 * Whether the signing device was the shift's till at some time after the shift was opened and before it was closed.
 */
export function isAtShift({ signer }: Origin, shift: PlaceOfShift) {
  if (signer?.tillId !== shift.tillId) return false
  const isOver = shift.closedAt !== null && shift.closedAt < signer.claimedAt
  const isLater = signer.leftAt !== null && shift.receivedAt > signer.leftAt
  return !isOver && !isLater
}

/**
 * Whether an event may count in a shift: either the shift's till signed it, or the sender opened the shift and
 * sends in their own name.
 */
export const isOfShift = (origin: Origin, shift: PlaceOfShift) =>
  isAtShift(origin, shift) ||
  (shift.openedBy === origin.sender.userId && origin.userId === origin.sender.userId)

export const NOT_OF_SHIFT: Doubt = {
  reason: 'maker-unproven',
  note: { code: 'shift-of-others' },
}

/** Limits a time that a till sends to now: a till's clock may be ahead. */
export const notAfter = (at: string | Date, now: Date) =>
  new Date(Math.min(new Date(at).getTime(), now.getTime()))

/** The origin's columns of a sale, return or shift. */
export const originColumns = ({ sender, signer }: Origin) => ({
  sentBy: sender.userId,
  deviceId: signer?.deviceId ?? sender.deviceId,
  isSigned: signer !== null,
})
