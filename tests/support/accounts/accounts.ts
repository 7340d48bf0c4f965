import { eq } from 'drizzle-orm'
import { accountEvents } from '../../../app/db/tables.server.ts'
import type { Shop } from '../../../app/platform/shop.server.ts'

/** Hashing is slow, so that each password is hashed once in a test file. */
const hashes = new Map<string, Promise<string>>()
const hashOnce = (password: string, hash: (password: string) => Promise<string>) => {
  const known = hashes.get(password) ?? hash(password)
  hashes.set(password, known)
  return known
}

/** Gives a test's account a password: most accounts are made without one. */
export async function givePassword(
  { auth }: Pick<Shop, 'auth'>,
  { userId }: { userId: string },
  password: string,
) {
  const context = await auth.$context
  await context.internalAdapter.createAccount({
    userId,
    accountId: userId,
    providerId: 'credential',
    password: await hashOnce(password, context.password.hash),
  })
}

/** The events in an account's log, the oldest first. */
export async function listEventsOf({ db }: Pick<Shop, 'db'>, userId: string) {
  const rows = await db
    .select()
    .from(accountEvents)
    .where(eq(accountEvents.userId, userId))
    .orderBy(accountEvents.id)
  return rows.map(({ kind, detail }) => (detail ? `${kind}: ${detail}` : kind))
}
