import { Client } from 'pg'

/** Shared by each command that works on the shop's own database, and held alone while that is moved away. */
const COMMAND_LOCK = 7_201_807

/**
 * Holds a database, beside other commands or alone, until the function that it gives is called or its process ends;
 * null where others hold it so that this cannot.
 */
export async function holdDatabase(
  url: string,
  way: 'shared' | 'alone',
): Promise<(() => Promise<void>) | null> {
  const client = new Client({ connectionString: url, keepAlive: true })
  // A database that ends meanwhile is told of by the work itself.
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
