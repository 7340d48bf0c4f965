import { mayRunShop, type Role } from '../../../rules/accounts/roles.ts'
import { registerKey } from './accounts/device-key.ts'
import { type DeviceState, db, dropFact, keepFact, readFact } from './db.ts'
import type { ExchangeInCart } from './sales/exchange-in-cart.ts'
import { ask } from './sync/ask.ts'

type Start = {
  /** A server of an earlier release tells no number: then the one stays that is known. */
  person: { id: string; name: string; role: Role; pinSet: boolean; phone?: string | null }
  /** The numbers of those who have signed in at this device: a PIN lets them in without a session. */
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

// Questions so far, and the oldest whose answer still counts.
let asked = 0
let current = 0

/** This device has just become a till, or another one: answers to what was asked before tell of what it was. */
export const outdateStarts = () => {
  current = asked + 1
}

/** What the server knows of this device: who is signed in, which till it is, whether a shift is open. */
export async function askStart() {
  asked += 1
  const turn = asked
  const lastShift = await lastShiftEvent()
  const answer = await ask<Start>('/admin/pos/start', { patience: 10_000 })
  if (!answer.ok || !answer.data) return false
  const { person, phones, tills, till, openShift, approvers, sealTo, shop, settings } = answer.data
  await db.transaction('rw', db.facts, db.events, db.people, async () => {
    // Answers overtake each other: an older one would bring the former till back, and who types a PIN would lose it.
    if (turn < current) return undefined
    current = turn
    await welcome(person)
    for (const { id, phone } of phones ?? []) await db.people.update(id, { phone })
    await keepFact('tills', tills)
    await keepFact('approvers', approvers)
    await keepFact('sealTo', sealTo)
    await keepFact('shop', shop)
    // An older server sends none.
    if (settings) await keepFact('settings', settings)
    const unsent = await db.events.where('unsent').equals(1).count()
    // Somebody else took the till over, or the shift was closed elsewhere; not while we know better.
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
  await registerKey()
  return true
}

/**
 * Whether the server takes mobile money for such an exchange: asked anew, for an update may have put another
 * release there.
 */
export async function takesExchange({ order }: Pick<ExchangeInCart, 'order'>) {
  if (!(await askStart())) return false
  const shop = await readFact('shop')
  return (order ? shop?.takesOrderExchanges : shop?.takesExchanges) === true
}

const lastShiftEvent = async () =>
  (await db.events.where('kind').anyOf('shift-opened', 'shift-closed').last())?.seq ?? 0

/**
 * Who has just signed in is unlocked. A session that was here before opens the till only to who has no
 * PIN on this device, and not after somebody locked it.
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
  // It approves nothing: a new one is asked for. Not while it is what keeps the till locked.
  if (known && mayRunShop(role) && !pinSet && (mayOpen || unlocked?.personId === id))
    await db.people.delete(id)
}
