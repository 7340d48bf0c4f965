import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort, livePostmaster } from '../../server/postgres/postgres-place.ts'
import {
  commandOf,
  listDescendants,
  makeDataDir,
  openProduct,
  type Product,
  until,
} from '../support/product.ts'
import { auditBooks } from '../support/shoppers.ts'
import { openCounterLoad } from '../support/traffic/counter-load.ts'
import { openOrderLoad } from '../support/traffic/order-load.ts'
import { openReturnLoad } from '../support/traffic/return-load.ts'
import { askDoctor, poolOf, untilSettled } from '../support/traffic/running-shop.ts'

const KILLS = Number(process.env['KILLS'] ?? 100)
const SHOPPERS = 8
const ENV = { RATE_LIMIT_SCALE: '100000', PAYMENT_POLL_SECONDS: '1' }
// The promise: the shop sells again within half a minute, whatever was killed.
const LONGEST_PAUSE = 30_000
// A hundred kills took four minutes, on a busy machine ten: this limit only ends a test that hangs.
const LONGEST = 300_000 + KILLS * 20_000

const kill = (pids: number[]) => {
  for (const pid of new Set(pids)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Ended together with another process.
    }
  }
}
const supervisorOf = ({ child }: Product) => child.pid ?? 0
const postmasterOf = ({ dataDir }: Product) => livePostmaster(join(dataDir, 'postgres')) ?? 0
const all = (product: Product) =>
  [supervisorOf(product), postmasterOf(product)].flatMap((pid) => [pid, ...listDescendants(pid)])
const childrenOf = (product: Product, command: string) =>
  all(product).filter((pid) => commandOf(pid).includes(command))

/** The victims in turn: the processes that each name stands for. */
const VICTIMS: Record<string, (product: Product, turn: number) => number[]> = {
  'a web process': (product, turn) =>
    childrenOf(product, 'server/web.ts').slice(turn % 2, (turn % 2) + 1),
  'the jobs': (product) => childrenOf(product, 'server/work.ts'),
  'a backend of PostgreSQL': (product) => childrenOf(product, 'postgres: zovala').slice(0, 1),
  PostgreSQL: (product) => [postmasterOf(product)],
  'the keeping process': (product) => [supervisorOf(product)],
  'all at once': all,
}
/** Kills that need no restart of the whole shop are more frequent. */
const ORDER = [
  'a web process',
  'the jobs',
  'a backend of PostgreSQL',
  'a web process',
  'PostgreSQL',
  'the jobs',
  'the keeping process',
  'a web process',
  'a backend of PostgreSQL',
  'all at once',
]
const NEEDS_A_START = ['the keeping process', 'all at once']

test.runIf(process.platform === 'linux')(
  `${KILLS} kills of everything while orders, payments, till sales and stock come in and money goes back: nothing acknowledged is lost or doubled`,
  async () => {
    const dataDir = makeDataDir()
    const port = await freePort()
    const open = () => openProduct({ dataDir, port, env: ENV })
    let product = await open()
    const database = poolOf(dataDir)
    const orders = await openOrderLoad(product.origin, database, SHOPPERS)
    const counter = await openCounterLoad(product.origin, database)
    const back = await openReturnLoad(product.origin, database)
    const pauses = new Map<string, number[]>()

    for (let turn = 0; turn < KILLS; turn += 1) {
      const name = ORDER[turn % ORDER.length] ?? ''
      const enough = orders.acknowledged.length + 2 + (turn % 3)
      await until(() => orders.acknowledged.length >= enough, 'orders are placed', 60_000)
      let victims: number[] = []
      // The process that was killed before may still be starting.
      await until(
        () => {
          victims = (VICTIMS[name]?.(product, turn) ?? []).filter((pid) => pid > 1)
          return victims.length > 0
        },
        `there is: ${name}`,
        60_000,
      )
      const killed = Date.now()
      const sold = counter.sold.length
      kill(victims)
      if (NEEDS_A_START.includes(name)) {
        // Restarts the shop, as systemd does.
        await product.exited
        product = await open()
      }
      const again = () => orders.startedAfter(killed)[0]
      await until(
        () => Boolean(again()) && counter.sold.length > sold,
        `it sells again after: ${name}`,
        60_000,
      )
      pauses.set(name, [...(pauses.get(name) ?? []), (again()?.at ?? 0) - killed])
      const books = await askUntil(() => auditBooks(dataDir))
      expect(books, `${name}, ${turn}`).toEqual([])
    }

    await Promise.all([orders.stop(), counter.stop(), back.stop()])
    await orders.expectOnce()
    await counter.expectOnce()
    const { unasked } = await back.expectOnce()
    await untilSettled(database)
    expect(await auditBooks(dataDir)).toEqual([])
    const { status, output } = await askDoctor({ DATA_DIR: dataDir, SAMPLE_SHOP: 'on' })
    expect(status, output).toBe(0)

    const longest = [...pauses].map(([name, each]) => [name, Math.max(...each)] as const)
    console.log(
      `${orders.acknowledged.length} orders, ${orders.paid.length} paid, ${counter.sold.length} sales, ` +
        `${counter.received.length} receipts, ${orders.retries()} tries repeated; ` +
        `${back.refunds.size} refunds (${unasked} of them for a person to end), ${back.returns.size} returns, ` +
        `${back.credits.length} codes, ${back.retries()} tries repeated; longest pause in ms: ` +
        longest.map(([name, pause]) => `${name} ${pause}`).join(', '),
    )
    for (const [name, pause] of longest) expect(pause, name).toBeLessThan(LONGEST_PAUSE)
  },
  LONGEST,
)

/** Asks until the database, which may be restarting, answers. */
async function askUntil<T>(ask: () => Promise<T>) {
  let answer: T | undefined
  await until(async () => {
    answer = await ask().catch(() => undefined)
    return answer !== undefined
  }, 'the database answers')
  return answer
}
