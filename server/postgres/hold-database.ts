import { Client } from 'pg'

/** A lock that each command on the shop's own database shares, and that moving the database away holds alone. */
const COMMAND_LOCK = 7_201_807

/**
 * Holds a database, beside other commands or alone, until the returned function is called or its process ends; null
 * when others hold it in a conflicting way.
 */
export async function holdDatabase(
  url: string,
  way: 'shared' | 'alone',
): Promise<(() => Promise<void>) | null> {
  const client = new Client({ connectionString: url, keepAlive: true })
  // If the database ends meanwhile, the work itself fails and reports it.
  client.on('error', () => {})
  await client.connect()
  const lock = way === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  let isHeld = false
  try {
    const { rows } = await client.query<{ held: boolean }>(`select ${lock}($1) as held`, [
      COMMAND_LOCK,
    ])
    isHeld = rows[0]?.held ?? false
  } finally {
    if (!isHeld) await client.end().catch(() => {})
  }
  return isHeld ? () => client.end().catch(() => {}) : null
}
