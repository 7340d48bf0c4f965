import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/open.server.ts'
import { transact } from '../db/transact.server.ts'
import type { Shop } from './shop.server.ts'

const JOURNAL = 'db/migrations/meta/_journal.json'
const LONGEST_MS = 3000

let newest: Promise<number> | undefined
/** When the last migration of this release was written: the database must have it. */
const newestMigration = () =>
  (newest ??= readFile(JOURNAL, 'utf8').then((text) => {
    const { entries } = JSON.parse(text) as { entries: { when: number }[] }
    return Math.max(...entries.map(({ when }) => when))
  }))

/**
 * Fails where nothing can be written (a standby, a full disk), and leaves nothing behind. Writes a row that is rolled
 * back, and a sort file of a few hundred kilobytes, because a small write may still fit into existing pages.
 */
async function tryToWrite(db: Db) {
  await transact(db, async (db) => {
    await db.execute(sql`set local work_mem = '64kB'`)
    await db.execute(sql`select count(*) from generate_series(1, 20000)`)
    await db.execute(sql`insert into shop_facts (key, value) values (${randomUUID()}, 'ready')`)
    return { ok: false }
  })
}

/** Whether the database has the migrations of this release, fewer (`behind`), or newer ones too (`ahead`). */
export async function compareMigrations(db: Db): Promise<'same' | 'behind' | 'ahead'> {
  const { rows } = await db.execute<{ when: number | null }>(
    sql`select max(created_at)::float8 as when from drizzle.__drizzle_migrations`,
  )
  const [applied, newest] = [rows[0]?.when ?? 0, await newestMigration()]
  return applied === newest ? 'same' : applied < newest ? 'behind' : 'ahead'
}

/** Whether the database answers within 3 s, accepts writes and has every migration of this release. */
export async function isReady(db: Db): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), LONGEST_MS)
  })
  const asked = async () => {
    if ((await compareMigrations(db)) === 'behind') return false
    await tryToWrite(db)
    return true
  }
  try {
    return await Promise.race([asked().catch(() => false), tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** Connections of this process to the database, and queries that wait for one. */
export type PoolFigures = { total: number; idle: number; waiting: number }

export type Figures = {
  jobs: { name: string; count: number }[]
  orders: { status: string; count: number }[]
  /** Refunds whose outcome is not known yet, or that failed. */
  refunds: { status: string; count: number }[]
  /** The current troubles (modules/health/watch-troubles.ts). */
  troubles: { kind: string }[]
}

/**
 * What the database knows about the work at hand: jobs in the queue, orders and refunds by status, what is in trouble.
 */
export async function readFigures({ db }: Pick<Shop, 'db'>): Promise<Figures> {
  const [jobs, orders, refunds, troubles] = await Promise.all([
    db.execute<{ name: string; count: number }>(
      sql`select name, count(*)::int as count from pgboss.job where state < 'active' group by name order by name`,
    ),
    db.execute<{ status: string; count: number }>(
      sql`select status, count(*)::int as count from orders group by status order by status`,
    ),
    db.execute<{ status: string; count: number }>(
      sql`select status, count(*)::int as count from (
        select status from refunds where status in ('awaiting', 'requested', 'sent')
        union all select status from refunds where status = 'failed') open group by status order by status`,
    ),
    db.execute<{ kind: string }>(
      sql`select kind from troubles where ended_at is null order by kind`,
    ),
  ])
  return {
    jobs: jobs.rows,
    orders: orders.rows,
    refunds: refunds.rows,
    troubles: troubles.rows,
  }
}

/** How many connections to the database this process holds, and how many requests wait for one. */
export function readPool({ db }: Pick<Shop, 'db'>): PoolFigures {
  const { $client } = db as Db & {
    $client: { totalCount: number; idleCount: number; waitingCount: number }
  }
  return { total: $client.totalCount, idle: $client.idleCount, waiting: $client.waitingCount }
}
