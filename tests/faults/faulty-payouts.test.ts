import { ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { payouts } from '../../app/db/tables.server.ts'
import { pollPayout } from '../../app/modules/refunds/payouts/poll-payout.ts'
import { sendPayout } from '../../app/modules/refunds/payouts/send-payout.ts'
import { settlePayout } from '../../app/modules/refunds/payouts/settle-payout.ts'
import type { PayoutToSend } from '../../app/platform/payments/payouts.server.ts'
import type { Shop } from '../../app/platform/shop.server.ts'
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
import { useShop } from '../support/shop.ts'

// tests/long/payouts.test.ts makes 300 payouts, with processes that are killed.

const shop = useShop()
const PAYOUTS = 16

class Killed extends Error {}

/** A process that dies before or after a request leaves it; its jobs run again. */
function mortal(paying: Shop, random: () => number): Shop {
  const orDie =
    <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
    async (...args: A) => {
      if (random() < 0.15) throw new Killed()
      const result = await act(...args)
      if (random() < 0.15) throw new Killed()
      return result
    }
  return {
    ...paying,
    jobs: {
      ...paying.jobs,
      enqueue: orDie(async (...args: Parameters<Shop['jobs']['enqueue']>) =>
        paying.jobs.enqueue(...args),
      ),
    },
    payments: {
      ...paying.payments,
      payOut: orDie((payout: PayoutToSend) => paying.payments.payOut(payout)),
      verifyPayout: orDie((chargeId: string) => paying.payments.verifyPayout(chargeId)),
    },
  }
}

test('no payout is lost or doubled by a provider that delays, doubles, loses and swaps answers, or by processes that die', async () => {
  const random = seeded(1)
  const standIn = await startPayoutStandIn({ secretKey: LOAD_KEY })
  try {
    const paying = payingBy(shop, standIn.url)
    const { admin, asked } = await askForPayouts(shop, paying, PAYOUTS)
    spoil(standIn, random)
    const webhooks = doubleWebhooks(standIn, paying, random)
    const dying = mortal(paying, random)
    let killed = 0
    const survive = (work: Promise<unknown>) =>
      work.catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
        killed += 1
      })
    for (let round = 0; round < 4; round += 1) {
      const open = await shop.db.select().from(payouts).where(ne(payouts.status, 'paid'))
      await Promise.all(
        open.flatMap(({ chargeId }) => [
          survive(sendPayout(dying, chargeId)),
          survive(round % 2 === 0 ? sendPayout(dying, chargeId) : pollPayout(dying, chargeId)),
          // Asked about twice at once, in addition to the webhooks.
          survive(settlePayout(dying, chargeId)),
          survive(settlePayout(dying, chargeId)),
        ]),
      )
      if (round === 2) standIn.catchUp()
    }
    expect(killed).toBeGreaterThan(PAYOUTS / 4)
    mend(standIn)
    await finishPayouts(shop, standIn.url, admin)
    const { posted, payouts: notified } = await webhooks.end()
    expect(posted).toBeGreaterThan(PAYOUTS * 2)
    expect(notified).toBeGreaterThan(PAYOUTS / 2)
    await expectOnce(shop, standIn, asked)
  } finally {
    await standIn.close()
  }
})
