import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { until } from '../product.ts'

/** Connections to the database of a shop, which may be killed. */
export function poolOf(dataDir: string) {
  const pool = new pg.Pool({
    host: join(dataDir, 'postgres'),
    user: 'zovala',
    database: 'zovala',
    password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
    max: 2,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  onTestFinished(() => pool.end())
  return pool
}

/** The output of `npm run doctor` for a shop with these settings. */
export async function askDoctor(env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['server/command.mjs', 'doctor'], {
    env: { PATH, HOME, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()))
  const status = await new Promise<number | null>((done) => child.on('close', done))
  return { status, output }
}

/** Waits until the payments at the provider and those that the shop counts as paid are the same. */
export async function untilSettled(database: pg.Pool) {
  await until(async () => {
    const { rows } = await database.query(
      `select from payments p join sandbox_payments s on s.reference = p.reference
       where (s.status = 'paid') <> (p.status = 'paid')`,
    )
    return rows.length === 0
  }, 'shop and provider agree about every payment')
}
