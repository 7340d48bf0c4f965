import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { sessions } from '../../db/tables.server.ts'

const MOST_SHOWN = 20

/** Where a person is signed in, the last used first: at most 20. */
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

/** A person ends one of their own sessions; false when it was over already, or is another's. */
export async function endOwnSession(db: Db, { userId }: Owner, id: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id })
  return ended.length > 0
}

/** A person ends all of their own sessions but the one that asks; gives how many there were. */
export async function endOtherSessions(db: Db, { userId, sessionId }: Owner): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
    .returning({ id: sessions.id })
  return ended.length
}
