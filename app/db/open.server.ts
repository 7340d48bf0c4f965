import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { isPlain } from '../rules/plain.ts'
import { PlanningClient } from './planning-client.server.ts'

// bigint columns hold counts that stay far below 2^53.
pg.types.setTypeParser(20, Number)

export type Db = NodePgDatabase
/**
 * Inside a transaction: name the parameter `db`, so that it hides the outer one (docs/architecture.md, What
 * functions take).
 */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

// A lost server must cause an error, not a page that hangs for ever.
export const TIMEOUTS = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  // For a server that vanished silently: gives the connection up.
  query_timeout: 35_000,
  idle_in_transaction_session_timeout: 30_000,
}

/** Opens a pool of connections to a PostgreSQL server (15 or newer); `close` waits for those in use. */
export function openDatabase(url: string, options: { max?: number } = {}) {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: 'zovala',
    Client: PlanningClient,
    // Statements that do not depend on each other's answers are sent at once (pipeline.server.ts).
    pipeline: !isPlain('pipeline'),
    ...TIMEOUTS,
  })
  // A connection that is lost in use also emits this event, besides failing its queries; unheard, it ends the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  // An idle connection that breaks is replaced on its next use; without a listener it would end the process.
  pool.on('error', () => {})
  const db: Db = drizzle(pool, { casing: 'snake_case' })
  return { db, pool, close: () => pool.end() }
}
