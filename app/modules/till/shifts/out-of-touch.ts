import { and, isNull, lt, sql } from 'drizzle-orm'
import { shifts, tills } from '../../../db/tables.server.ts'

/** A connected till reports every 20 s. */
const AWAY_AFTER_MS = 60_000

/** The time since which an open till must have reported; otherwise it is out of touch. */
export const lostBefore = (now: Date) => new Date(now.getTime() - AWAY_AFTER_MS)

/** As a column of a query of shifts: when its till last reported. */
export const lastSeen = sql<Date>`coalesce((select till.last_seen_at from ${tills} till where till.id = ${shifts.tillId}), ${shifts.receivedAt})`

/** The open shifts of tills that are out of touch. */
export const isOutOfTouch = (now: Date) =>
  and(isNull(shifts.closedAt), lt(lastSeen, lostBefore(now).toISOString()))
