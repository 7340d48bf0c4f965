import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { fillBigShop } from '../../bench/big-shop.ts'
import { ask, makeDataDir, openProduct } from '../support/product.ts'

// More than the largest table, in megabytes: no table is held in memory whole.
const MOST_MEMORY = 300

/** Runs a command and measures its peak memory (Linux). */
async function measure(dataDir: string, ...words: string[]) {
  const { HOME = '', PATH = '' } = process.env
  const child = spawn(process.execPath, ['server/command.mjs', ...words], {
    env: { HOME, PATH, DATA_DIR: dataDir, SAMPLE_SHOP: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let error = ''
  let peak = 0
  const started = Date.now()
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (error += part.toString()))
  const timer = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    } catch {
      // The process has ended meanwhile.
    }
  }, 50)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  clearInterval(timer)
  expect([code, error]).toEqual([0, expect.anything()])
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(`${words[0]}: ${seconds} s, at most ${Math.round(peak)} MB of memory`)
  return { out: out.trim(), peak }
}

const COUNTS = ['orders', 'order_items', 'stock_movements', 'users', 'pos_sales', 'audit_log']
const counts = async (dataDir: string) => {
  const each = COUNTS.map((table) => `select '${table}', count(*) from ${table}`)
  return (await ask(dataDir, each.join(' union all '))).toSorted()
}

test.runIf(process.platform === 'linux')(
  'a shop of 100,000 orders is backed up and restored in little memory',
  async () => {
    const dataDir = makeDataDir()
    const product = await openProduct({ dataDir, empty: true })
    const client = new Client({
      host: join(dataDir, 'postgres'),
      user: 'zovala',
      database: 'zovala',
      password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
    })
    await client.connect()
    await fillBigShop(client)
    await client.end()
    const backup = await measure(dataDir, 'backup')
    expect(backup.peak).toBeLessThan(MOST_MEMORY)
    const before = await counts(dataDir)
    await product.end()

    const place = join(makeDataDir(), 'shop')
    const restored = await measure(place, 'restore', backup.out)
    expect(restored.peak).toBeLessThan(MOST_MEMORY)
    const again = await openProduct({ dataDir: place, port: product.port, empty: true })
    expect(await counts(place)).toEqual(before)
    await again.end()
  },
  1_200_000,
)
