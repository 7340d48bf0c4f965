import { lt } from 'drizzle-orm'
import { rateLimits, sessions, verifications } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'

const DAY_MS = 24 * 3600 * 1000

/** Deletes what has run out: sessions, confirmation links, counted attempts older than a day. */
export async function tidyUp({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const today = now()
  await db.delete(sessions).where(lt(sessions.expiresAt, today))
  await db.delete(verifications).where(lt(verifications.expiresAt, today))
  await db.delete(rateLimits).where(lt(rateLimits.lastRequest, today.getTime() - DAY_MS))
}
