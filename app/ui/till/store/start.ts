import { mayRunShop, type Role } from '../../../rules/accounts/roles.ts'
import { registerKey } from './accounts/device-key.ts'
import { type DeviceState, db, dropFact, keepFact, readFact } from './db.ts'
import type { ExchangeInCart } from './sales/exchange-in-cart.ts'
import { refuseStorage } from './storage.ts'
import { ask } from './sync/ask.ts'

type Start = {
  /** A server of an earlier release sends no phone: then the known one stays. */
  person: { id: string; name: string; role: Role; pinSet: boolean; phone?: string | null }
  /** Phone numbers of everybody who has signed in at this device, because a PIN lets them in without a session. */
  phones?: { id: string; phone: string | null }[]
  tills: DeviceState['tills']
  till: DeviceState['till'] | null
  openShift: {
    id: string
    openedAt: string
    openingFloat: number
    openedBy: string
  } | null
  approvers: DeviceState['approvers']
  sealTo: string
  shop: DeviceState['shop']
  settings?: DeviceState['settings']
}

// The number of requests so far, and the oldest whose answer still counts.
let asked = 0
let current = 0

/** Called when this device has become a till or another one: answers to earlier requests are out of date. */
export const outdateStarts = () => {
  current = asked + 1
}

/**
 * Asks the server for the state of this device: who is signed in, which till it is, whether a shift is open. False when
 * it has not answered, or the device could not keep the answer.
 */
export async function askStart() {
  asked += 1
  const turn = asked
  const lastShift = await lastShiftEvent()
  const answer = await ask<Start>('/admin/pos/start', { patience: 10_000 })
  if (!answer.ok || !answer.data) return false
  const { person, phones, tills, till, openShift, approvers, sealTo, shop, settings } = answer.data
  const keeping = db.transaction('rw', db.facts, db.events, db.people, async () => {
    // Answers may arrive out of order: an older one would restore the former till, or lock out somebody who is typing
    // a PIN.
    if (turn < current) return undefined
    current = turn
    await welcome(person)
    for (const { id, phone } of phones ?? []) await db.people.update(id, { phone })
    await keepFact('tills', tills)
    await keepFact('approvers', approvers)
    await keepFact('sealTo', sealTo)
    await keepFact('shop', shop)
    // A server of an earlier release sends none.
    if (settings) await keepFact('settings', settings)
    const unsent = await db.events.where('unsent').equals(1).count()
    // Another device may have taken the till over, or closed the shift; not applied while events here are newer.
    if (unsent > 0 || (await lastShiftEvent()) !== lastShift) return keepFact('startDue', true)
    await dropFact('startDue')
    if (till) {
      await keepFact('till', till)
      await dropFact('lostTill')
    } else {
      const before = await readFact('till')
      if (before) await keepFact('lostTill', before.name)
      await dropFact('till')
    }
    if (!openShift) return dropFact('shift')
    const { id, openedAt, openingFloat: float, openedBy: cashierId } = openShift
    return keepFact('shift', { id, openedAt, float, cashierId })
  })
  const kept = await keeping.then(() => ({ ok: true }), refuseStorage)
  if (!kept.ok) return false
  await registerKey()
  return true
}

/**
 * Whether the server takes mobile money for such an exchange: asked each time, because an update may have changed
 * its release.
 */
export async function takesExchange({ order, lines }: Pick<ExchangeInCart, 'order' | 'lines'>) {
  if (!(await askStart())) return false
  const shop = await readFact('shop')
  if (lines.some(({ productId }) => productId) && !shop?.exchangesAtPaidPrice) return false
  return (order ? shop?.takesOrderExchanges : shop?.takesExchanges) === true
}

const lastShiftEvent = async () =>
  (await db.events.where('kind').anyOf('shift-opened', 'shift-closed').last())?.seq ?? 0

/**
 * Unlocks the till for somebody who has just signed in. An older session unlocks it only for somebody without a PIN on
 * this device, and not after they locked it.
 */
async function welcome({ id, name, role, pinSet, phone: number }: Start['person']) {
  const session = await readFact('session')
  const unlocked = await readFact('unlocked')
  const lockedFor = await readFact('lockedFor')
  const known = await db.people.get(id)
  const before = session?.id === id ? session.phone : known?.phone
  const phone = number === undefined ? (before ?? null) : number
  if (known) await db.people.put({ ...known, name, role, phone })
  const skipsPin = session?.id === id && session.skipsPin === true
  await keepFact('session', { id, name, role, skipsPin, phone })
  const mayOpen = session?.id !== id || (!unlocked && !known && lockedFor !== id)
  if (mayOpen) {
    await dropFact('lockedFor')
    const opened = { id: crypto.randomUUID(), personId: id, name, role, touchedAt: Date.now() }
    await keepFact('unlocked', opened)
  } else if (unlocked?.personId === id && (unlocked.role !== role || unlocked.name !== name))
    await keepFact('unlocked', { ...unlocked, name, role })
  // A PIN that the server does not have approves nothing, so a new one is asked for. Not while that PIN keeps the
  // till locked.
  if (known && mayRunShop(role) && !pinSet && (mayOpen || unlocked?.personId === id))
    await db.people.delete(id)
}
