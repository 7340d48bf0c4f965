import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../app/db/open.server.ts'
import { cacheEmpty } from '../support/database.ts'
import { holds } from '../support/properties/holds.ts'
import { useShop } from '../support/shop.ts'
import { endTheDay, expectBooks, expectSums } from './support/any-order/books.ts'
import { perform, type Way, watchConnections } from './support/any-order/cut.ts'
import { countKinds } from './support/any-order/kinds.ts'
import { ORDER_EXCHANGES } from './support/any-order/order-exchanges.ts'
import { STOCK_ACTS } from './support/any-order/stock-acts.ts'
import { TILL_ACTS } from './support/any-order/till-acts.ts'
import { WEB_ACTS } from './support/any-order/web-acts.ts'
import { type Act, openWorld, type World } from './support/any-order/world.ts'

const RUNS = 60
const ACTS: Record<string, Act> = { ...WEB_ACTS, ...TILL_ACTS, ...ORDER_EXCHANGES, ...STOCK_ACTS }
/**
 * The frequency of each act: acts that others depend on are more frequent, and refunds are more frequent than in a real
 * shop.
 */
const OFTEN: Record<string, number> = {
  'place an order': 6,
  'go on with an order': 14,
  'go on with a return': 14,
  refund: 6,
  'take an order back at the till': 4,
  'go on with a refund': 8,
  sale: 5,
  'change a price': 2,
  'read the list of prices': 2,
  'take back at the till': 5,
  'exchange at the till': 4,
  'reserve a code': 3,
  'take a code off': 2,
  'exchange by phone': 4,
  'exchange an order for cash': 3,
  'end by phone': 4,
  'exchange an order by phone': 6,
  'exchange an order on a code': 3,
  'go on with a delivery': 3,
  'go on with a stock-take': 3,
}
/**
 * The day begins with four paid and delivered orders and a sale at each till, because returns need something that was
 * sold.
 */
async function beginDay(world: World) {
  const doWell = async (act: Act, by: { a: number; b: number; c: number }) => {
    const ready = await act(world, by)
    if (!ready) throw new Error('the day cannot begin')
    const answer = await ready.press()
    await ready.after?.(answer as never)
  }
  for (const a of [0, 1, 2, 3]) {
    await doWell(WEB_ACTS['place an order'], { a, b: a === 0 ? 1 : 0, c: 0 })
    for (const _ of ['paid', 'delivered'])
      await doWell(WEB_ACTS['go on with an order'], { a, b: 0, c: 0 })
  }
  for (const a of [0, 1, 2]) await doWell(TILL_ACTS.sale, { a, b: a, c: 0 })
}

let empty: () => Promise<void>
let close: () => Promise<void>
const shop = useShop({}, async (url) => {
  const broom = openDatabase(url, { max: 1 })
  empty = await cacheEmpty(broom.pool)
  close = broom.close
})
let connections: ReturnType<typeof watchConnections>
beforeAll(() => {
  connections = watchConnections()
})
afterAll(async () => {
  connections.end()
  await close()
})

const number = fc.nat(60)
const way: fc.Arbitrary<Way> = fc.oneof(
  { arbitrary: fc.constant({ kind: 'well' as const, at: 0 }), weight: 5 },
  { arbitrary: fc.constant({ kind: 'twice' as const, at: 0 }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constant('cut' as const), at: fc.nat(30) }), weight: 4 },
  { arbitrary: fc.record({ kind: fc.constant('lost' as const), at: fc.nat(2) }), weight: 2 },
)
const step = fc.record({
  act: fc.oneof(
    ...Object.keys(ACTS).map((act) => ({
      arbitrary: fc.constant(act),
      weight: OFTEN[act] ?? 1,
    })),
  ),
  by: fc.record({ a: number, b: number, c: number }),
  way,
})
/** Some acts are concurrent: they are prepared one after the other, and sent at the same moment. */
const moment = fc.oneof(
  { arbitrary: fc.tuple(step), weight: 4 },
  { arbitrary: fc.array(step, { minLength: 2, maxLength: 3 }), weight: 1 },
)

/** For each act, how often it was tried, and how often it was not refused. */
const tally = new Map<string, [number, number]>()
/** The outcomes over all days. */
const kinds = new Map<string, number>()
const namesOf = (list: [name: string, count: number][]) =>
  list.filter(([, count]) => count === 0).map(([name]) => name)

test('sales, exchanges, returns, refunds, credit, cancellations, deliveries and counts in any order, with cuts and replays, count every piece and every kwacha once', async () => {
  let days = 0
  const from = Date.now()
  await holds(
    fc.noBias(fc.array(moment, { minLength: 1, maxLength: 120, size: 'max' })),
    async (moments) => {
      await empty()
      days += 1
      const world = await openWorld(shop)
      await beginDay(world)
      for (const steps of moments) {
        const presses = []
        for (const { act, by, way } of steps) {
          const ready = await ACTS[act]?.(world, by)
          if (!ready) continue
          presses.push({ act, ...ready, way })
        }
        await Promise.all(
          presses.map(async ({ act, press, after, way }) => {
            const answer = await perform(press, way)
            const isDone = (answer as { ok?: boolean } | undefined)?.ok !== false
            const [times = 0, done = 0] = tally.get(act) ?? []
            tally.set(act, [times + 1, done + Number(isDone)])
            await after?.(answer as never)
          }),
        )
        await expectSums(world)
      }
      await endTheDay(world)
      await expectBooks(world)
      for (const [kind, count] of await countKinds(world))
        kinds.set(kind, (kinds.get(kind) ?? 0) + count)
    },
    RUNS,
  )
  const { acts, cuts } = connections.counts
  console.log(
    [
      `${days} days, ${acts} acts, ${cuts} cut connections, ${Math.round((Date.now() - from) / 1000)} s`,
      [...tally].map(([act, [times, done]]) => `${act} ${done} of ${times}`).join(', '),
      [...kinds].map(([kind, count]) => `${kind} ${count}`).join(', '),
    ].join('\n'),
  )
  // Over all days each act succeeds, and each possible outcome occurs.
  if (days < RUNS) return
  const done = Object.keys(ACTS).map((act): [string, number] => [act, tally.get(act)?.[1] ?? 0])
  expect(namesOf([...done, ...kinds])).toEqual([])
}, 3_600_000)
