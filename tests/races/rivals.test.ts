import { expect, test } from 'vitest'
import { runCheck } from '../../app/modules/health/check-health.ts'
import { FINDINGS } from '../../app/rules/messages/health/findings.ts'
import { meet } from '../support/rivals/meet.ts'
import { PAIRS } from '../support/rivals/pairs.ts'
import { useShop } from '../support/shop.ts'

// Every pair meets at every boundary between two statements, in both orders: `npm run test:long` (`RIVALS=all`) tries
// all of them, and this run every ninth, with alternating orders.
const shop = useShop({ SAMPLE_SHOP: 'off', PAYMENTS: 'sandbox' })
const isWhole = process.env['RIVALS'] === 'all'
const STEP = isWhole ? 1 : 9

/** The books of the whole shop, checked as on the owner's health screen. */
async function expectTrueBooks(where: string) {
  for (const check of ['ledger', 'reservations', 'redemptions', 'totals', 'payments'] as const) {
    const finding = await runCheck(shop, check)
    expect({ where, ...finding, state: FINDINGS[finding.code].state }).toMatchObject({
      state: 'good',
    })
  }
}

const MEETINGS = Object.keys(PAIRS)
  .flatMap((name, n) => [
    { name, order: 'first', at: isWhole ? 0 : n % 4 },
    { name, order: 'second', at: isWhole ? 0 : n % 4 },
  ])
  .filter((_, n) => isWhole || n % 4 === 0 || n % 4 === 3)

test.each(MEETINGS)(
  '$name: the $order pauses at every point while the other acts, and all books agree',
  async ({ name, order, at: from }) => {
    const prepare = PAIRS[name]
    if (!prepare) throw new Error(name)
    let points = 0
    for (let at = from, isOver = false; !isOver; at += STEP) {
      const { acts, check } = await prepare(shop)
      const [waiting, rival] = order === 'first' ? acts : [acts[1], acts[0]]
      const met = await meet(shop.databaseUrl, at, waiting, rival)
      isOver = met.paused === null
      if (!isOver) points += 1
      // An act with fewer statements meets its rival from its first statement on.
      else if (points === 0 && at > 0) {
        at = -STEP
        isOver = false
        continue
      }
      const where = `${name}, the ${order} before statement ${at} of ${met.statements}: ${met.paused ?? 'its end'}`
      for (const side of [met.first, met.second])
        if (side.status === 'rejected') throw new Error(where, { cause: side.reason })
      const ends = [met.first, met.second].map((side) =>
        side.status === 'fulfilled' ? side.value : null,
      )
      const [one, other] = order === 'first' ? ends : ends.toReversed()
      try {
        await check([one, other])
      } catch (error) {
        throw new Error(where, { cause: error })
      }
      await expectTrueBooks(where)
    }
    expect(points).toBeGreaterThan(0)
  },
)
