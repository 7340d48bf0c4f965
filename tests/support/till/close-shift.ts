import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import { FROM_HERE, signInAs } from '../browse.ts'

/** Opens and counts a shift of a till; returns its id. */
export async function closeShift(cashier: APIRequestContext) {
  await signInAs({ request: cashier }, 'cashier@zovala.test')
  const deviceId = randomUUID()
  const send = (path: string, data: object) =>
    cashier.post(`/admin/pos/${path}`, { headers: FROM_HERE, data })
  const name = `Counter ${deviceId.slice(0, 8)}`
  const { till } = await (await send('tills', { name, deviceId })).json()
  const start = await cashier.get('/admin/pos/start', { headers: { 'X-Till-Device': deviceId } })
  const { person } = await start.json()
  const made = () => ({ id: randomUUID(), cashierId: person.id, at: new Date().toISOString() })
  const shiftId = randomUUID()
  const sent = await send('upload', {
    deviceId,
    things: [
      { ...made(), id: shiftId, kind: 'shift-opened', tillId: till.id, float: 10_000 },
      { ...made(), kind: 'cash-moved', shiftId, amount: -1500, reason: 'Taxi for a parcel' },
      { ...made(), kind: 'shift-closed', shiftId, counted: { 500: 17 }, note: null },
    ],
  })
  expect(sent.status(), await sent.text()).toBe(200)
  return shiftId
}
