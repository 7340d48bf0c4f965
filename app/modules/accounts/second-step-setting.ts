import type { Db, Tx } from '../../db/open.server.ts'
import { signInSettings } from '../../db/tables.server.ts'
import type { SecondStepFor } from '../../rules/accounts/second-step.ts'

/** The staff of whom the shop demands a second step; nobody until it is set. */
export async function readSecondStepFor(db: Db | Tx): Promise<SecondStepFor> {
  const [settings] = await db.select().from(signInSettings)
  return settings?.secondStepFor ?? 'nobody'
}

/** Stores of whom a second step is demanded; the caller checks the permission. */
export const writeSecondStepFor = (db: Tx, secondStepFor: SecondStepFor) =>
  db
    .insert(signInSettings)
    .values({ secondStepFor })
    .onConflictDoUpdate({ target: signInSettings.only, set: { secondStepFor } })
