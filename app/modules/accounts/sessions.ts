import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { sessions } from '../../db/tables.server.ts'

const MOST_SHOWN = 20

/** A person's sessions, the last used first; at most 20. */
export const listSessions = (db: Db, userId: string) =>
  db
    .select({
      id: sessions.id,
      ip: sessions.ipAddress,
      userAgent: sessions.userAgent,
      since: sessions.createdAt,
      usedAt: sessions.updatedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.updatedAt), desc(sessions.id))
    .limit(MOST_SHOWN)
export type ListedSession = Awaited<ReturnType<typeof listSessions>>[number]

type Owner = { userId: string; sessionId: string }

/** Ends one of a person's own sessions; false when it had ended already, or belongs to another person. */
export async function endOwnSession(db: Db, { userId }: Owner, id: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id })
  return ended.length > 0
}

/** Ends all of a person's sessions except the one that asks; returns how many there were. */
export async function endOtherSessions(db: Db, { userId, sessionId }: Owner): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
    .returning({ id: sessions.id })
  return ended.length
}
