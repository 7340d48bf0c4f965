import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'
import { hasSafetyStock, isSelling } from '../../stock/availability.ts'

const MOST_TILLS = 200

/** A till as the back office shows it, by the database's clock. */
export type AdminTill = {
  id: string
  name: string
  retiredAt: Date | null
  /** A device has claimed it. */
  hasDevice: boolean
  lastSeenAt: Date | null
  /** It has connected within the last minute. */
  isConnected: boolean
  shift: { id: string; openedAt: Date; openedBy: string } | null
  /** Its open shift has sold something recently. */
  isSelling: boolean
  /** The web shop keeps safety stock for it. */
  hasSafetyStock: boolean
}

type Row = Omit<AdminTill, 'shift' | 'retiredAt' | 'lastSeenAt'> & {
  retiredAt: string | null
  lastSeenAt: string | null
  shiftId: string | null
  openedAt: string
  openedBy: string
}

const asDate = (text: string | null) => (text === null ? null : new Date(text))

/** Lists every till with its device and open shift: those in use by name, then the retired ones; 200 at most. */
export async function listAdminTills(db: Db): Promise<AdminTill[]> {
  const { rows } = await db.execute<Row>(sql`
    select t.id, t.name, t.retired_at as "retiredAt", t.device_id is not null as "hasDevice",
      t.last_seen_at as "lastSeenAt", coalesce(t.last_seen_at > now() - interval '1 minute', false) as "isConnected",
      s.id as "shiftId", s.opened_at as "openedAt", u.name as "openedBy",
      coalesce(s.id is not null and ${isSelling}, false) as "isSelling", coalesce(s.id is not null and ${hasSafetyStock}, false) as "hasSafetyStock"
    from tills t left join shifts s on s.till_id = t.id and s.closed_at is null left join users u on u.id = s.opened_by
    order by t.retired_at is not null, lower(t.name), t.created_at limit ${MOST_TILLS}`)
  return rows.map(({ shiftId, openedAt, openedBy, retiredAt, lastSeenAt, ...till }) => ({
    ...till,
    retiredAt: asDate(retiredAt),
    lastSeenAt: asDate(lastSeenAt),
    shift: shiftId === null ? null : { id: shiftId, openedAt: new Date(openedAt), openedBy },
  }))
}
