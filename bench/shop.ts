import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../server/postgres/postgres-place.ts'

export type RunningShop = {
  origin: string
  pool: pg.Pool
  /** The id of the process that started all others. */
  pid: number
  close(): Promise<void>
}

/** Starts the whole product with the sample shop, in a data folder of its own, without rate limits. */
export async function startShop(
  workers: number,
  settings: Record<string, string> = {},
): Promise<RunningShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'zovala-bench-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['server/start.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      // The address to which the payment page leads back: with another host the browser would lose its cookies.
      BASE_URL: origin,
      DATA_DIR: dataDir,
      WEB_WORKERS: String(workers),
      RATE_LIMIT_SCALE: '1000000',
      LOG_LEVEL: 'warn',
      SAMPLE_HISTORY: 'off',
      ...settings,
    },
  })
  await waitForWords(child, 'Zovala is open at')
  const { DATABASE_URL: connectionString } = settings
  const pool = new pg.Pool({
    ...(connectionString ? { connectionString } : ownDatabase(dataDir)),
    max: 16,
  })
  return {
    origin,
    pool,
    pid: child.pid ?? 0,
    async close() {
      await pool.end()
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const ownDatabase = (dataDir: string) => ({
  host: join(dataDir, 'postgres'),
  user: 'zovala',
  database: 'zovala',
  password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
})

function waitForWords(child: ChildProcess, expected: string) {
  return new Promise<void>((resolve, reject) => {
    let printed = ''
    child.stdout?.on('data', (part: Buffer) => {
      printed += part.toString()
      if (printed.includes(expected)) resolve()
    })
    child.once('exit', () => reject(new Error(`The shop ended:\n${printed}`)))
  })
}
