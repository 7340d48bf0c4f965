import type { Db, Tx } from '../../db/open.server.ts'
import { signInSettings } from '../../db/tables.server.ts'
import type { SecondStepFor } from '../../rules/accounts/second-step.ts'

/** Whom the shop demands a second step of; of nobody until somebody says so. */
export async function readSecondStepFor(db: Db | Tx): Promise<SecondStepFor> {
  const [settings] = await db.select().from(signInSettings)
  return settings?.secondStepFor ?? 'nobody'
}

/** Writes for whom signing in takes a second step; whoever calls it has looked who may. */
export const writeSecondStepFor = (db: Tx, secondStepFor: SecondStepFor) =>
  db
    .insert(signInSettings)
    .values({ secondStepFor })
    .onConflictDoUpdate({ target: signInSettings.only, set: { secondStepFor } })
