import {
  makeDeviceKeys,
  mobileSaleContent,
  publicKeyOf,
  signContent,
} from '../../../../rules/till/till-signature.ts'
import { type DeviceState, db, deviceId, keepFact, readFact } from '../db.ts'
import { ask } from '../sync/ask.ts'

/**
 * The keys of this device: one signs what is made here, one guards the checks of PINs. No script can read
 * them out, nor are they of use elsewhere. Null in a browser that keeps no keys: then the session vouches.
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
      // Another tab may have been quicker.
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
 * Tells the server the key of a till that became one before there were keys. False only while the server
 * cannot be asked: what is signed by a key that it does not know is as if it were not signed.
 */
export async function registerKey(): Promise<boolean> {
  if (!(await readFact('till')) || (await readFact('keySent'))) return true
  const publicKey = await readPublicKey()
  if (!publicKey) return true
  const answer = await ask('/admin/pos/device', { body: { publicKey } })
  // What is no till any more needs none: another device has its place.
  if (!answer.ok && answer.reason !== 'till-not-this-device') return false
  await keepFact('keySent', true)
  return true
}

/** Signs what was made here and is not signed yet; what another device had saved to a file is not ours to sign. */
export async function signUnsent() {
  const isOurs = ({ thing, isLoaded }: { thing: { signature?: unknown }; isLoaded?: 1 }) =>
    !thing.signature && !isLoaded
  const rows = await db.events.where('unsent').equals(1).filter(isOurs).toArray()
  const keys = rows.length > 0 ? await deviceKeys() : null
  if (!keys) return
  const name = await deviceId()
  for (const { seq, thing } of rows) {
    const value = await signContent(thing, keys.sign.privateKey)
    await db.events.update(seq, { 'thing.signature': { deviceId: name, value } })
  }
}

/** This device's word for a sale by mobile money in whoever's shift is open here. */
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
