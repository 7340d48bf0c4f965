import {
  makeDeviceKeys,
  mobileSaleContent,
  publicKeyOf,
  signContent,
} from '../../../../rules/till/till-signature.ts'
import { type DeviceState, db, deviceId, type EventRow, keepFact, readFact } from '../db.ts'
import { refuseStorage } from '../storage.ts'
import { ask } from '../sync/ask.ts'

/**
 * The keys of this device: one signs its events, the other protects the checks of PINs. Scripts can use but not read
 * them, and they are useless elsewhere. Null in a browser that stores no keys: then the session vouches for events.
 */
export async function deviceKeys(): Promise<DeviceState['keys'] | null> {
  const known = await readKeys()
  if (known) return known
  try {
    const made = {
      sign: await makeDeviceKeys(),
      pins: await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
    }
    await db.transaction('rw', db.facts, async () => {
      // Another tab may have been faster.
      if (!(await readFact('keys'))) await keepFact('keys', made)
    })
    return await readKeys()
  } catch {
    return null
  }
}

async function readKeys() {
  const keys = await readFact('keys')
  return keys?.pins instanceof CryptoKey && keys.sign.privateKey instanceof CryptoKey ? keys : null
}

export async function readPublicKey() {
  const keys = await deviceKeys()
  return keys && publicKeyOf(keys.sign)
}

/**
 * Registers the key of a till that was claimed before tills had keys. False only while the server cannot be asked: it
 * would treat events signed by an unknown key as unsigned.
 */
export async function registerKey(): Promise<boolean> {
  if (!(await readFact('till')) || (await readFact('keySent'))) return true
  const publicKey = await readPublicKey()
  if (!publicKey) return true
  const answer = await ask('/admin/pos/device', { body: { publicKey } })
  // Another device has become this till, so this one needs no key.
  if (!answer.ok && answer.reason !== 'till-not-this-device') return false
  await keepFact('keySent', true).catch(refuseStorage)
  return true
}

/**
 * Signs the unsent events that were made here and are not signed yet, and returns them; `keepSigned` stores that. This
 * device may not sign those loaded from another device's file.
 */
export async function signUnsent(): Promise<EventRow[]> {
  const isOurs = ({ thing, isLoaded }: EventRow) => !thing.signature && !isLoaded
  const rows = await db.events.where('unsent').equals(1).filter(isOurs).toArray()
  const keys = rows.length > 0 ? await deviceKeys() : null
  if (!keys) return []
  const name = await deviceId()
  for (const { thing } of rows)
    thing.signature = { deviceId: name, value: await signContent(thing, keys.sign.privateKey) }
  return rows
}

export async function keepSigned(rows: EventRow[]) {
  for (const { seq, thing } of rows)
    await db.events.update(seq, { 'thing.signature': thing.signature })
}

/** This device's signature for a sale by mobile money in the shift that is open here. */
export async function signMobileSale(sale: {
  id: string
  shiftId: string
  total: number
  cashAmount: number
}) {
  const keys = await deviceKeys()
  const { id: saleId, shiftId, total: totalAmount, cashAmount } = sale
  const content = mobileSaleContent({ saleId, shiftId, totalAmount, cashAmount })
  return keys && signContent(content, keys.sign.privateKey)
}
