import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { profiles, users, verifications } from '../../db/tables.server.ts'

/**
 * `reset-password` is the library's own name: its holder may choose a password. `second-step` is in a cookie, not
 * in an email: its holder has given the right password, and still has to give a code.
 */
export type LinkKind = 'reset-password' | 'confirm-email' | 'second-step'
export type LinkOwner = { linkId: string; userId: string; email: string; name: string }

/** What is stored instead of a link's token: a stolen copy of the database opens no account. */
export const hashLink = (identifier: string) =>
  createHash('sha256').update(identifier).digest('base64url')

// The library takes the whole value of a reset link for the person's id.
const valueOf = (kind: LinkKind, userId: string) =>
  kind === 'reset-password' ? userId : `${kind} ${userId}`

/** Deletes the links of a sign-up that is confirmed, or replaced by another sign-up. */
export async function killConfirmations(db: Db | Tx, userId: string): Promise<void> {
  await db.delete(verifications).where(eq(verifications.value, valueOf('confirm-email', userId)))
}

const isToken = (token: string) => /^[\w-]{1,100}$/.test(token)

/**
 * The links in emails. Every link of a sign-up confirms it; of the links to choose a password only the newest
 * works. A new password ends all links.
 */
export function openLinks(db: Db) {
  return {
    /** Makes a link that works once within `hours`; gives its token. */
    async make(kind: LinkKind, userId: string, hours: number): Promise<string> {
      const token = randomBytes(24).toString('base64url')
      const value = valueOf(kind, userId)
      // Only the newest link may choose a password. Two requests at once may leave two links, but never none.
      if (kind === 'reset-password')
        await db.delete(verifications).where(eq(verifications.value, value))
      await db.insert(verifications).values({
        identifier: hashLink(`${kind}:${token}`),
        value,
        expiresAt: sql`now() + make_interval(mins => ${Math.round(hours * 60)})`,
      })
      return token
    },
    /** Whose link this is; null when it is too old, used, replaced or made up. */
    async find(kind: LinkKind, token: string): Promise<LinkOwner | null> {
      if (!isToken(token)) return null
      const [link] = await db
        .select({ id: verifications.id, value: verifications.value })
        .from(verifications)
        .where(
          and(
            eq(verifications.identifier, hashLink(`${kind}:${token}`)),
            gt(verifications.expiresAt, sql`now()`),
          ),
        )
      if (!link) return null
      const [owner] = await db
        .select({ userId: users.id, email: users.email, name: users.name })
        .from(users)
        .where(eq(users.id, link.value.split(' ').at(-1) ?? ''))
      return owner ? { linkId: link.id, ...owner } : null
    },
    /** Kills all links of a person: a new password was chosen. */
    async killAll(db: Db | Tx, userId: string): Promise<void> {
      const values = [
        valueOf('reset-password', userId),
        valueOf('confirm-email', userId),
        valueOf('second-step', userId),
      ]
      await db.delete(verifications).where(inArray(verifications.value, values))
    },
    /** Uses a link up; false when another request has used it first. */
    async use(db: Db | Tx, { linkId }: LinkOwner): Promise<boolean> {
      const link = eq(verifications.id, linkId)
      return (
        (await db.delete(verifications).where(link).returning({ id: verifications.id })).length > 0
      )
    },
    /**
     * Confirms the address by this link, and fills a name that the shop does not know with that of the sign-up; false
     * when another request has used it first.
     */
    confirm: ({ linkId, userId }: LinkOwner): Promise<boolean> =>
      db.transaction(async (db) => {
        // Locks the person first, in the same order as a second sign-up (auth-sign-up.server.ts).
        await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
        const used = await db
          .delete(verifications)
          .where(eq(verifications.id, linkId))
          .returning({ id: verifications.id })
        if (used.length === 0) return false
        await killConfirmations(db, userId)
        const [owner] = await db
          .update(users)
          .set({ emailVerified: true })
          .where(eq(users.id, userId))
          .returning({ name: users.name })
        await db
          .update(profiles)
          .set({ fullName: owner?.name })
          .where(and(eq(profiles.userId, userId), isNull(profiles.fullName)))
        return true
      }),
  }
}

export type Links = ReturnType<typeof openLinks>
