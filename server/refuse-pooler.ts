import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { TIMEOUTS } from '../app/db/open.server.ts'
import { ShownError } from './shown-error.ts'

const LONGEST_MS = 5_000
const CHANNEL = 'zovala_start'
const STATEMENT = { name: 'zovala_start', text: 'select 1' }

// Unknown connection parameter; prepared statement that does not exist, or already exists.
const BROKEN = new Set(['08P01', '26000', '42P05'])
const SHARED =
  'DATABASE_URL leads to a pooler that does not keep a connection, and its settings, for one client ' +
  '(PgBouncer with pool_mode=transaction, or without the parameter statement_timeout): the shop would miss events and ' +
  'meet statements of others. Name the PostgreSQL server itself: the shop keeps its connections few by itself.'

/**
 * Checks the properties that the shop needs of its connections, and refuses a pooler (PgBouncer) that breaks them: each
 * connection must belong to the shop from open to close. One connection listens for events, each prepares statements
 * once, and locks and time limits belong to a connection.
 */
export async function refusePooler(url: string) {
  const clients: Client[] = []
  const open = async () => {
    const client = new Client({ connectionString: url, ...TIMEOUTS, query_timeout: LONGEST_MS })
    client.on('error', () => {})
    await client.connect()
    clients.push(client)
    return client
  }
  try {
    const one = await open()
    const other = await open()
    const notified = new Promise<boolean>((resolve) =>
      one.once('notification', () => resolve(true)),
    )
    await one.query(`listen ${CHANNEL}`)
    await one.query(STATEMENT)
    // Occupies the server connection that a pooler gave `one` a moment ago.
    await other.query('begin')
    const { rows } = await one.query<{ limit: string }>(
      `select current_setting('statement_timeout') as limit`,
    )
    await one.query(STATEMENT)
    await other.query(`notify ${CHANNEL}`)
    await other.query('commit')
    const isNotified = await Promise.race([notified, wait(LONGEST_MS, false, { ref: false })])
    if (!isNotified || rows[0]?.limit !== `${TIMEOUTS.statement_timeout / 1000}s`)
      throw new ShownError(SHARED)
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    const isShared = BROKEN.has(code) || message === 'Query read timeout'
    throw isShared ? new ShownError(SHARED) : error
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}
