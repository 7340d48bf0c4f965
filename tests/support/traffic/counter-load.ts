import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { expect } from 'vitest'
import type { SoldProduct } from '../shoppers.ts'
import { aSoldLine, aTill } from '../till/till.ts'
import { openInsistingClient } from './insisting-client.ts'
import { signInAs } from './users.ts'

const PAUSE = 200
const FEW_NUMBERS = 5
const MOST_TRIES = 300

/**
 * A till that sells bags and a staff member who receives bags, endlessly; both repeat what was not acknowledged, as the
 * till's queue and a person do.
 */
export async function openCounterLoad(origin: string, database: pg.Pool) {
  const sold: string[] = []
  const received: string[] = []
  const refused: string[] = []
  let stopping = false
  const client = () => openInsistingClient(origin)

  const bag = (await (await fetch(`${origin}/api/products/canvas-tote-bag`)).json()) as SoldProduct
  const variantId = bag.variants[0]?.id ?? ''
  const till = await aTill(await signInAs(client(), 'cashier@zovala.test'))
  const numbers: string[] = []
  const line = () => aSoldLine({ productId: bag.id, variantId, price: bag.price, name: 'Bag' })
  await till.send(till.openShift)

  async function sell() {
    if (numbers.length < FEW_NUMBERS) {
      const answer = await till.post('numbers', { tillId: till.till.id, count: 20 })
      numbers.push(...((await answer.json()) as { numbers: string[] }).numbers)
    }
    const sale = till.sale([line()], { number: numbers.shift() ?? null })
    // An event that the shop does not acknowledge stays in the till's queue, and is sent again.
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const answer = await till.upload(sale)
      const text = await answer.text()
      if (answer.status === 200 && text.includes(sale.id)) {
        sold.push(sale.id)
        return
      }
      if (answer.status !== 200) break
      await wait(PAUSE)
    }
    refused.push(`sale ${sale.number}`)
  }

  const mark = randomUUID()
  const admin = await signInAs(client(), 'admin@zovala.test')
  async function receive() {
    const note = `${mark} ${randomUUID()}`
    const { html } = await admin.open(`/admin/stock?receive=${variantId}`)
    const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? ''
    const fields = { intent: 'receive', product: bag.id, version, note }
    const answer = await admin.post('/admin/stock', { ...fields, [`units:${variantId}`]: '1' })
    if (answer.status === 302) received.push(note)
    else refused.push(`stock ${answer.status} version ${version}`)
  }

  const running = [sell, receive].map(async (act) => {
    while (!stopping) {
      await act()
      await wait(PAUSE)
    }
  })

  return {
    sold,
    received,
    async stop() {
      stopping = true
      await Promise.all(running)
    },
    /** After `stop`: expects every acknowledged sale and receipt exactly once, and no others. */
    async expectOnce() {
      expect(refused).toEqual([])
      const read = async (text: string, values: unknown[] = []) =>
        (await database.query<{ key: string }>(text, values)).rows.map(({ key }) => key).toSorted()
      const shift = [till.shiftId]
      expect(
        await read('select idempotency_key as key from pos_sales where shift_id = $1', shift),
      ).toEqual(sold.toSorted())
      expect(
        await read(`select reason as key from stock_movements where reason like $1 || '%'`, [mark]),
      ).toEqual(received.toSorted())
      const doubled = `select sale_number as key from pos_sales group by 1 having count(*) > 1`
      expect(await read(doubled)).toEqual([])
    },
  }
}
