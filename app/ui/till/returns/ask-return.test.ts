import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useTillStore } from '../../../../tests/support/till/open-store.ts'
import * as acts from '../store/acts.ts'
import { readFact } from '../store/db.ts'
import type { UnansweredReturn } from '../store/sales/asked-returns.ts'
import { askReturn, findAskedReturn } from './ask-return.ts'

const RETURNS = '/admin/pos/returns'
const till = useTillStore()
let asked: UnansweredReturn
let sent: Record<string, unknown>[]

beforeEach(() => {
  asked = {
    id: crypto.randomUUID(),
    at: '2026-11-20T08:00:00.000Z',
    number: 'FSC-2026-000123',
    orderId: crypto.randomUUID(),
    shiftId: till.shift.id,
    reason: 'faulty',
    lines: [
      {
        lineId: crypto.randomUUID(),
        name: 'Canvas Tote Bag',
        size: null,
        color: null,
        quantity: 1,
        amount: 15_000,
        isRestocked: false,
      },
    ],
    refund: 15_000,
    way: 'cash',
  }
  till.server.answers[RETURNS] = { refund: 15_000, creditCode: null }
  sent = []
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (path === RETURNS) sent.push(JSON.parse(init.body as string) as Record<string, unknown>)
    return fetch(path, init)
  })
})

/** From here on the server has looked for the return, and refuses it. */
const refuse = (reason: string) =>
  vi.stubGlobal('fetch', async () => Response.json({ error: 'No', reason }, { status: 400 }))
const kept = async () => ((await readFact('askedReturns')) ?? []).map(({ id }) => id)

async function loseAnswer() {
  till.server.connection = 'answer-lost'
  expect(await askReturn(asked, null)).toMatchObject({ ok: false, why: 'connection-lost' })
  till.server.connection = 'up'
}

describe('a return of an order', () => {
  test('that is answered is kept no longer', async () => {
    expect(await askReturn(asked, null)).toMatchObject({ ok: true, body: { refund: 15_000 } })
    expect(await kept()).toEqual([])
    refuse('return-lines-bad')
    expect(await askReturn(asked, null)).toMatchObject({ reason: 'return-lines-bad' })
    expect(await kept()).toEqual([])
  })

  test('whose answer was lost is kept until the server says what became of it, and is only asked about', async () => {
    await loseAnswer()
    expect(await kept()).toEqual([asked.id])
    for (const connection of ['down', 'signed-out'] as const) {
      till.server.connection = connection
      expect(await findAskedReturn(asked)).toMatchObject({ ok: false })
      expect(await askReturn(asked, null)).toMatchObject({ ok: false })
    }
    till.server.connection = 'up'
    till.server.failing = RETURNS
    expect(await findAskedReturn(asked)).toMatchObject({ ok: false })
    expect(await kept()).toEqual([asked.id])
    till.server.failing = ''
    expect(await findAskedReturn(asked)).toMatchObject({ ok: true, body: { refund: 15_000 } })
    expect(sent.at(-1)).toMatchObject({ id: asked.id, refund: 15_000, onlyIfKnown: true })
    expect(sent[0]).not.toHaveProperty('onlyIfKnown')
    expect(await kept()).toEqual([])
  })

  test('that never arrived is dropped when the server says so', async () => {
    await loseAnswer()
    refuse('not-found')
    expect(await findAskedReturn(asked)).toMatchObject({ ok: false, reason: 'not-found' })
    expect(await kept()).toEqual([])
  })

  test('that a signed-out till asked for is not taken for one whose answer was lost', async () => {
    till.server.connection = 'signed-out'
    expect(await askReturn(asked, null)).toMatchObject({ why: 'signed-out' })
    expect(await kept()).toEqual([])
    refuse('till-not-this-device')
    expect(await askReturn(asked, null)).toMatchObject({ ok: false })
    expect(await kept()).toEqual([])
  })

  test('is not asked for by a device that could not keep it', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The disk is full', 'QuotaExceededError')
    })
    expect(await askReturn(asked, null)).toMatchObject({ ok: false, why: 'refused' })
    expect(sent).toEqual([])
    vi.restoreAllMocks()
  })

  test('without an answer keeps its shift open', async () => {
    await loseAnswer()
    const unclear = { ok: false, reason: 'till-return-unclear' }
    expect(await acts.closeShift({}, null)).toEqual(unclear)
    await findAskedReturn(asked)
    expect(await acts.closeShift({}, null)).toMatchObject({ ok: true })
  })

  test('is asked about only after the request that is on its way', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      if (sent.length === 0) {
        const answer = fetch(path, init)
        await promise
        return answer
      }
      return fetch(path, init)
    })
    const first = askReturn(asked, null)
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    const second = findAskedReturn(asked)
    await acts.noteReturnAsked(asked)
    expect(sent).toHaveLength(1)
    resolve()
    expect(await Promise.all([first, second])).toMatchObject([{ ok: true }, { ok: true }])
    expect(sent).toHaveLength(2)
  })
})
