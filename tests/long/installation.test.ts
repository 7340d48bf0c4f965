import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { ask, makeDataDir, openProduct, startProduct, until } from '../support/product.ts'
import { installShop } from './support/install-shop.ts'

/** The disk space of a folder in MB, as du counts it. */
const sizeOf = (home: string, ...parts: string[]) =>
  execFileSync('du', ['-cxsm', ...parts], { cwd: home, encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => Number.parseInt(line, 10))
    .at(-1)

function keepOnly(home: string, purpose: string) {
  const { href } = pathToFileURL(join(home, 'server', 'bootstrap', 'packages.mjs'))
  const code = `await (await import('${href}')).keepOnly('${purpose}')`
  execFileSync(process.execPath, ['--input-type=module', '--eval', code])
}

const build = (home: string, ...words: string[]) =>
  execFileSync(process.execPath, ['server/build.mjs', ...words], { cwd: home, encoding: 'utf8' })

test.runIf(process.platform === 'linux')(
  'packages and build take at most 350 MB of the disk, 300 when slim, and the shop runs without what built it',
  async () => {
    const home = installShop({ bare: true })
    // As setUp does after npm ci.
    keepOnly(home, 'build')
    expect(build(home)).toContain('Building the shop: done')
    expect(sizeOf(home, 'node_modules', 'build')).toBeLessThanOrEqual(350)
    expect(build(home, '--slim')).toContain('The build is there already')
    expect(sizeOf(home, 'node_modules', 'build')).toBeLessThanOrEqual(300)

    const dataDir = makeDataDir()
    for (const start of [1, 2]) {
      const product = await openProduct({ home, dataDir })
      for (const path of ['/', '/products', '/cart', '/auth', '/track-order', '/api/products']) {
        const answer = await fetch(product.origin + path)
        expect(answer.status, `${path}, start ${start}`).toBe(200)
        await answer.arrayBuffer()
      }
      await product.end()
      expect(product.output()).not.toMatch(/Installing|Building/)
    }
  },
)

test('a fresh clone opens its sample shop with its sales history', async () => {
  const home = installShop()
  const dataDir = makeDataDir()
  const began = performance.now()
  const product = await startProduct({ home, dataDir, env: { SAMPLE_HISTORY: 'on' } })
  const isOpen = () => product.output().includes('Zovala is open at')
  const hasEnded = () => product.child.exitCode !== null
  await until(() => isOpen() || hasEnded(), 'the shop is open', 280_000)
  expect(product.output()).toContain('Zovala is open at')
  // It should be within 60 s on a quiet machine: only printed, because a busy machine must not fail the test.
  console.info(
    `A sample shop with its history opened after ${Math.round((performance.now() - began) / 1000)} s.`,
  )
  expect((await fetch(product.origin)).status).toBe(200)
  const [history] = await ask(
    dataDir,
    `select (select count(*) from orders) > 100, (select count(*) from pos_sales) > 100,
      (select min(created_at) from orders) < now() - interval '80 days',
      (select count(*) from pg_proc where proname = 'date_back_history')`,
  )
  expect(history).toBe('true|true|true|0')
  await product.end()
  expect(product.output()).toContain('Writing the months before into it')
  expect(product.output()).not.toMatch(/Installing|Building/)
})
