import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { expect } from 'vitest'
import type { SignedIn } from '../app.ts'
import { until } from '../product.ts'
import { makeCustomers, payloadFor, type SoldProduct } from '../shoppers.ts'
import { openInsistingClient } from './insisting-client.ts'
import { expectGivenOnce } from './return-books.ts'
import { signInAs } from './users.ts'

const PAUSE = 200
const MOST_TRIES = 40
const UNITS = 3
const WAYS = ['bank', 'wallet', 'credit'] as const
const WALLET = { operator: 'airtel', phone: '0991234567' }
const STAFF = ['admin@zovala.test', 'super@zovala.test']
/** Somebody else was quicker, or the database was away: read again and retry. */
const AGAIN = /saved first|try again|could not be|^Error Failed to/i
type Fields = Record<string, string>
type Delivered = { id: string; lineId: string }

/**
 * Staff who endlessly refund bags: by bank, to a wallet, on a code; for returned pieces, by exchange, and the rest by
 * two people at once. A request without an answer is repeated unchanged.
 */
export async function openReturnLoad(origin: string, database: pg.Pool) {
  const orders: string[] = []
  const refunds = new Map<string, { way: string; amount: number | null }>()
  const returns = new Map<string, { refundId: string | null }>()
  const credits: string[] = []
  const refused: string[] = []
  let retries = 0
  let stopping = false

  const bag = (await (await fetch(`${origin}/api/products/canvas-tote-bag`)).json()) as SoldProduct
  const variantId = bag.variants[0]?.id ?? ''
  const client = () => openInsistingClient(origin, () => (retries += 1))
  const [email = ''] = await makeCustomers((statement) => database.query(statement), 1)
  const buyer = await signInAs(client(), email)
  const staff = await Promise.all(STAFF.map((email) => signInAs(client(), email)))
  const [admin, other] = staff as [SignedIn, SignedIn]

  /** The database may be restarting. */
  async function read<Row extends pg.QueryResultRow>(text: string, values: unknown[]) {
    let rows: Row[] | undefined
    await until(async () => {
      rows = await database.query<Row>(text, values).then(
        (found) => found.rows,
        () => undefined,
      )
      return rows !== undefined
    }, 'the database answers')
    return rows ?? []
  }
  const versionOf = async (table: 'orders' | 'returns', id: string) => {
    const [row] = await read<{ version: number }>(`select version from ${table} where id = $1`, [
      id,
    ])
    return String(row?.version)
  }

  /** Returns null once the act was done, otherwise the last answer; reads again and retries while that may help. */
  async function insist(by: SignedIn, path: string, fields: () => Promise<Fields>) {
    let answered = ''
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const response = await by.post(path, await fields())
      if (response.status === 401) await signInAs(by, by.email)
      const toast = readToast(response)
      if (toast?.tone === 'good') return null
      answered = `${response.status} ${JSON.stringify(toast)}`
      if (toast && !AGAIN.test(`${toast.title} ${toast.description}`)) break
      await wait(PAUSE)
    }
    return answered
  }
  async function press(what: string, fields: () => Promise<Fields>, path = '/admin/orders') {
    const answered = await insist(admin, path, fields)
    if (answered !== null) refused.push(`${what}: ${answered}`)
    return answered === null
  }

  /** Paid and delivered bags. */
  async function deliver(): Promise<Delivered | null> {
    const { status, body } = await buyer.json('/functions/process-payment', {
      body: payloadFor(bag, UNITS),
      headers: { 'Idempotency-Key': randomUUID() },
    })
    const { order_number: number, checkout_url: page } = body as Fields
    if (status !== 200 || !number || !page) {
      refused.push(`order ${status} ${JSON.stringify(body)}`)
      return null
    }
    await buyer.post(new URL(page).pathname, { decision: 'pay' })
    const stands = async () =>
      (
        await read<{ id: string; line: string; status: string }>(
          `select o.id, i.id as line, o.status from orders o join order_items i on i.order_id = o.id
           where o.order_number = $1`,
          [number],
        )
      )[0]
    await until(async () => (await stands())?.status === 'processing', `${number} is paid`)
    const { id = '', line = '' } = (await stands()) ?? {}
    for (const to of ['shipped', 'delivered']) {
      const move = async () => ({
        intent: 'move',
        order: id,
        version: await versionOf('orders', id),
        to,
      })
      if (!(await press(to, move))) return null
    }
    orders.push(id)
    return { id, lineId: line }
  }

  const moneyBy = (way: string, refundId: string) => ({
    refund: refundId,
    way,
    ...(way === 'bank' && { reference: `NB ${refundId.slice(0, 8)}` }),
    ...(way === 'wallet' && WALLET),
  })
  const refundOf = (order: Delivered, way: string, what: Fields, refundId: string) => async () => ({
    intent: 'refund',
    order: order.id,
    version: await versionOf('orders', order.id),
    reason: 'goodwill',
    ...what,
    ...moneyBy(way, refundId),
  })

  async function giveBack(order: Delivered, way: string, amount: number) {
    const id = randomUUID()
    const what = { what: 'amount', amount: String(amount) }
    if (await press(`refund ${way}`, refundOf(order, way, what, id)))
      refunds.set(id, { way, amount })
  }

  /** One piece is returned, and its money or another piece is given for it. */
  async function takeBack(order: Delivered, way: string | null) {
    const id = randomUUID()
    const units = { [`units:${order.lineId}`]: '1' }
    const asked: Fields = {
      intent: 'return',
      order: order.id,
      return: id,
      reason: 'faulty',
      ...units,
    }
    if (way === null) asked[`wanted:${order.lineId}`] = variantId
    if (!(await press('return', async () => asked))) return
    const step = (intent: string, more: Fields = {}) =>
      press(intent, async () => ({
        intent,
        return: id,
        version: await versionOf('returns', id),
        ...more,
      }))
    await step('return-receive')
    await step('return-inspect', { [`restocked:${order.lineId}`]: '1' })
    const refundId = way === null ? null : randomUUID()
    if (way !== null && refundId && (await step('return-settle', moneyBy(way, refundId))))
      refunds.set(refundId, { way, amount: null })
    returns.set(id, { refundId })
  }

  /** Two people send a refund each at once: only one of them succeeds. */
  async function giveRest(order: Delivered) {
    const presses = [randomUUID(), randomUUID()].map((id) => ({
      id,
      fields: refundOf(order, 'bank', { what: 'all', delivery: 'on' }, id),
    }))
    const answered = await Promise.all(
      presses.map(({ fields }, n) => insist(n === 0 ? admin : other, '/admin/orders', fields)),
    )
    const given = presses.filter((_, n) => answered[n] === null)
    if (given.length !== 1) refused.push(`all, by two: ${answered.join(' and ')}`)
    for (const { id } of given) refunds.set(id, { way: 'bank', amount: null })
  }

  async function issue() {
    const id = randomUUID()
    const fields = { intent: 'issue', credit: id, kind: 'goodwill', amount: '10', reason: 'load' }
    if (await press('credit', async () => fields, '/admin/credit')) credits.push(id)
  }

  const running = (async () => {
    for (let turn = 0; !stopping; turn += 1) {
      const order = await deliver()
      if (!order) continue
      const way = WAYS[turn % WAYS.length] ?? 'bank'
      for (const [n, each] of WAYS.entries()) await giveBack(order, each, 500 + 250 * n)
      await takeBack(order, way)
      await takeBack(order, null)
      await giveRest(order)
      await issue()
    }
  })()

  return {
    refunds,
    returns,
    credits,
    refused,
    retries: () => retries,
    async stop() {
      stopping = true
      await running
    },
    /** After `stop`: expects every request to be done once, and nothing else. */
    async expectOnce() {
      expect(refused).toEqual([])
      return expectGivenOnce(read, { orders, refunds, returns, credits })
    },
  }
}

/** The shop's message for the next page, from its signed cookie. */
function readToast(response: Response) {
  const cookie = response.headers.getSetCookie().find((one) => one.includes('zovala.flash='))
  const [, value = ''] = /=([^;]+)/.exec(cookie ?? '') ?? []
  const [text = ''] = decodeURIComponent(value).split('.')
  if (text === '') return null
  return JSON.parse(Buffer.from(text, 'base64').toString()) as {
    tone: string
    title: string
    description?: string
  }
}
