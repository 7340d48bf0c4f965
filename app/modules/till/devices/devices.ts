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

/** The device stands for that till from now on. A key that it has stays: nobody slips another one in. */
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
 * The device stands for its till no more. The till's row is locked by then, so whatever is opened there later
 * is newer than this, whenever its transaction began.
 */
export const noteLeft = (db: Tx, deviceId: string) =>
  db
    .update(tillDevices)
    .set({ leftAt: sql`clock_timestamp()` })
    .where(and(eq(tillDevices.deviceId, deviceId), isNull(tillDevices.leftAt)))

/**
 * Takes the key of a device that became a till before devices had keys, once; says whether it is the one
 * that is known by now. Refuses one for a device that stands for no till.
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

/** This person's own session is at that device, if it is a till. */
export const noteUserAt = (db: Db | Tx, deviceId: string, userId: string) =>
  db.execute(sql`
    insert into ${tillDeviceUsers} (device_id, user_id)
    select device_id, ${userId}::uuid from ${tillDevices} where device_id = ${deviceId}::uuid
    on conflict do nothing`)

/**
 * The numbers of those of the staff whose session was at that device: what they have bought themselves it lets them
 * give back with somebody else's approval, also where they come in by their PIN.
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
