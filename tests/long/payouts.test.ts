import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  askForPayouts,
  doubleWebhooks,
  expectOnce,
  finishPayouts,
  LOAD_KEY,
  mend,
  payingBy,
  seeded,
  spoil,
} from '../support/payments/payout-load.ts'
import { startPayoutStandIn } from '../support/payments/payout-stand-in.ts'
import { until } from '../support/product.ts'
import { useShop } from '../support/shop.ts'

const PAYOUTS = Number(process.env['PAYOUTS'] ?? 300)
const KILLS = Math.ceil(PAYOUTS / 6)
const shop = useShop()

const WORKER = `${import.meta.dirname}/support/payout-worker.mjs`

async function startWorker(apiUrl: string): Promise<ChildProcess> {
  const args = [shop.databaseUrl, apiUrl, LOAD_KEY, shop.config.dataDir]
  const worker = fork(WORKER, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(worker, 'message')
  return worker
}

test(`${PAYOUTS} payouts by a provider that delays, doubles, loses and swaps answers: none twice, none lost, whatever is killed in between`, async () => {
  const random = seeded(PAYOUTS)
  const standIn = await startPayoutStandIn({ secretKey: LOAD_KEY })
  let kills = 0
  try {
    const paying = payingBy(shop, standIn.url)
    const { admin, asked } = await askForPayouts(shop, paying, PAYOUTS)
    // The emails of these orders are not part of this test.
    await shop.db.execute(
      sql`delete from pgboss.job where name not in ('send-payout', 'poll-payout')`,
    )
    spoil(standIn, random)
    // Received by this process, which is not killed, while the killed ones run the jobs.
    const webhooks = doubleWebhooks(standIn, paying, random)
    const unsent = async () => {
      const { rows } = await shop.db.execute<{ count: number }>(
        sql`select count(*)::int as count from payouts where sent_at is null`,
      )
      return rows[0]?.count ?? 0
    }
    while ((await unsent()) > 0 && kills < KILLS) {
      const worker = await startWorker(standIn.url)
      await wait(500 + random() * 3000)
      const gone = once(worker, 'exit')
      worker.kill('SIGKILL')
      await gone
      kills += 1
      standIn.catchUp()
    }
    // A process that lives for a while runs the jobs of the killed ones again.
    const worker = await startWorker(standIn.url)
    await until(async () => (await unsent()) === 0, 'all have left', 600_000)
    mend(standIn)
    await finishPayouts(shop, standIn.url, admin)
    const gone = once(worker, 'exit')
    worker.kill('SIGKILL')
    await gone
    const { posted } = await webhooks.end()
    expect(posted).toBeGreaterThan(PAYOUTS * 2)
    await expectOnce(shop, standIn, asked)
    expect(kills).toBeGreaterThan(5)
    console.log(
      `${asked.length} refunds, ${standIn.done.length} payouts at the provider, ${standIn.requests.length} requests, ${posted} webhooks, ${kills} kills`,
    )
  } finally {
    await standIn.close()
  }
}, 600_000)
