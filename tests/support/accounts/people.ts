import { eq } from 'drizzle-orm'
import { accountEvents } from '../../../app/db/tables.server.ts'
import type { Shop } from '../../../app/platform/shop.server.ts'

/** Gives a person of a test a password: most are made without one, for hashing it takes long. */
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
    password: await context.password.hash(password),
  })
}

/** What the log of an account says, the oldest first. */
export async function listEventsOf({ db }: Pick<Shop, 'db'>, userId: string) {
  const rows = await db
    .select()
    .from(accountEvents)
    .where(eq(accountEvents.userId, userId))
    .orderBy(accountEvents.id)
  return rows.map(({ kind, detail }) => (detail ? `${kind}: ${detail}` : kind))
}
