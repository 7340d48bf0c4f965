import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { profiles, tillDevices, tillDeviceUsers, tills } from '../../../db/tables.server.ts'
import { mayUseTill, ROLES } from '../../../rules/accounts/roles.ts'

/** A device that is or was a till. */
export type TillDevice = typeof tillDevices.$inferSelect

/** A device by the id that it gave itself; undefined for one that never was a till. */
export async function findDevice(db: Db | Tx, deviceId: string): Promise<TillDevice | undefined> {
  const [device] = await db.select().from(tillDevices).where(eq(tillDevices.deviceId, deviceId))
  return device
}

/**
 * Records that the device has claimed that till. A key that the device already has stays, so that
 * nobody can replace it.
 */
export const noteClaim = (
  db: Tx,
  { deviceId, tillId, publicKey }: { deviceId: string; tillId: string; publicKey: string | null },
) =>
  db
    .insert(tillDevices)
    .values({ deviceId, tillId, publicKey })
    .onConflictDoUpdate({
      target: tillDevices.deviceId,
      set: {
        tillId,
        claimedAt: sql`now()`,
        leftAt: null,
        publicKey: sql`coalesce(${tillDevices.publicKey}, excluded.public_key)`,
      },
    })

/**
 * Records that the device has left its till. The caller has locked the till's row, so that a shift opened there later
 * is newer than this time, whenever its transaction started.
 */
export const noteLeft = (db: Tx, deviceId: string) =>
  db
    .update(tillDevices)
    .set({ leftAt: sql`clock_timestamp()` })
    .where(and(eq(tillDevices.deviceId, deviceId), isNull(tillDevices.leftAt)))

/**
 * Stores, once, the key of a device that became a till before devices had keys. Returns whether the stored key is this
 * one. A device that has claimed no till gets none.
 */
export async function noteKey(db: Db, deviceId: string, publicKey: string): Promise<boolean> {
  await db
    .update(tillDevices)
    .set({ publicKey })
    .where(
      and(
        eq(tillDevices.deviceId, deviceId),
        isNull(tillDevices.publicKey),
        sql`exists (select from ${tills} where ${tills.deviceId} = ${deviceId}::uuid)`,
      ),
    )
  return (await findDevice(db, deviceId))?.publicKey === publicKey
}

/** Records that this person has a session of their own at that device, if it is a till. */
export const noteUserAt = (db: Db | Tx, deviceId: string, userId: string) =>
  db.execute(sql`
    insert into ${tillDeviceUsers} (device_id, user_id)
    select device_id, ${userId}::uuid from ${tillDevices} where device_id = ${deviceId}::uuid
    on conflict do nothing`)

/**
 * The phone numbers of the staff who have signed in at that device. With them the till recognizes a sale that a staff
 * member bought themselves, also when they come in by PIN: its refund needs somebody else's approval.
 */
export const listPhonesAt = (db: Db, deviceId: string) =>
  db
    .select({ id: profiles.userId, phone: profiles.phone })
    .from(tillDeviceUsers)
    .innerJoin(profiles, eq(profiles.userId, tillDeviceUsers.userId))
    .where(
      and(eq(tillDeviceUsers.deviceId, deviceId), inArray(profiles.role, ROLES.filter(mayUseTill))),
    )
    .limit(MOST_CASHIERS)
const MOST_CASHIERS = 100

/** Whether this person has ever signed in at this device. */
export const wasAt = async (db: Db | Tx, deviceId: string, userId: string) =>
  (await db.$count(
    tillDeviceUsers,
    and(eq(tillDeviceUsers.deviceId, deviceId), eq(tillDeviceUsers.userId, userId)),
  )) > 0
