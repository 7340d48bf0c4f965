import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from '../../../server/postgres/postgres-place.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * The built shop listens on one port and uses the other in its own addresses: the test controls the connection
     * between them.
     */
    longShop: { listens: number; isCalled: number }
  }
}

const root = join(import.meta.dirname, '..', '..', '..')

/** One built sample shop for all journeys. */
export default async function startShop(project: TestProject) {
  const [listens, isCalled] = [await freePort(), await freePort()]
  const shop = spawn(process.execPath, ['tests/support/fresh-shop.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(listens),
      BASE_URL: `http://localhost:${isCalled}`,
      DATA_DIR: join(root, '.cache', 'long-data'),
      RATE_LIMIT_SCALE: '1000',
      PAYMENT_POLL_SECONDS: '2',
      LOG_LEVEL: 'warn',
    },
  })
  await untilReady(shop, `http://localhost:${listens}/readyz`)
  project.provide('longShop', { listens, isCalled })
  return async () => {
    const gone = once(shop, 'exit')
    shop.kill()
    await gone
  }
}

async function untilReady(shop: ChildProcess, address: string) {
  while (shop.exitCode === null) {
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('The shop did not start.')
}
