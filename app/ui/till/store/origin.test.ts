import { beforeEach, describe, expect, test } from 'vitest'
import { sellTote, useTillStore } from '../../../../tests/support/till/open-store.ts'
import { CASHIER, TILL } from '../../../../tests/support/till/till-store.ts'
import { derivePinKey, signApproval } from '../../../rules/till/till-approval.ts'
import { isSigned, toBase64 } from '../../../rules/till/till-signature.ts'
import * as access from './accounts/access.ts'
import { deviceKeys, readPublicKey } from './accounts/device-key.ts'
import { dropOldHashes, hashOf } from './accounts/pin-checks.ts'
import * as acts from './acts.ts'
import { db, deviceId, keepFact } from './db.ts'
import { countUnsent, flush } from './sync/outbox.ts'
import { loadUnsent, saveUnsent } from './sync/unsent.ts'

const till = useTillStore()
beforeEach(() => keepFact('till', TILL))
const ADMIN = { id: crypto.randomUUID(), name: 'Thoko Phiri', role: 'admin' as const }

/** A sale that only this device has. */
async function sellOffline() {
  till.server.connection = 'down'
  const sale = await sellTote()
  await flush({ isRequested: true })
  till.server.connection = 'up'
  till.server.paths.length = 0
  return sale
}

describe('an event made on this device', () => {
  test('is sent with a signature of this device, once the server knows its key', async () => {
    const { id } = await sellOffline()
    till.server.failing = '/admin/pos/device'
    await flush({ isRequested: true })
    expect(till.server.paths).toEqual(['/admin/pos/device'])
    expect(await countUnsent()).toBe(1)
    till.server.failing = ''
    await flush({ isRequested: true })
    expect(till.server.paths.slice(1, 3)).toEqual(['/admin/pos/device', '/admin/pos/upload'])
    const sent = till.server.events.get(id)
    expect(sent?.signature?.deviceId).toBe(await deviceId())
    const key = (await readPublicKey()) ?? ''
    expect(await isSigned(sent ?? {}, sent?.signature?.value ?? '', key)).toBe(true)
    expect(await isSigned({ ...sent, notes: 'x' }, sent?.signature?.value ?? '', key)).toBe(false)
  })

  test('is signed in the exported file too, and another device’s unsigned event is not signed here', async () => {
    const { id } = await sellOffline()
    const { file } = await saveUnsent()
    const { things } = JSON.parse(await file.text()) as { things: { signature?: object }[] }
    expect(things).toMatchObject([{ id, signature: { deviceId: await deviceId() } }])
    const bare = things.map(({ signature: _signature, ...event }) => event)
    const text = new TextEncoder().encode(JSON.stringify(bare))
    const sum = Buffer.from(await crypto.subtle.digest('SHA-256', text)).toString('hex')
    await db.events.clear()
    const saved = { what: 'zovala-till-unsent', savedAt: '', things: bare, sha256: sum }
    expect(await loadUnsent(new Blob([JSON.stringify(saved)]))).toEqual({ ok: true, count: 1 })
    await flush({ isRequested: true })
    expect(till.server.events.get(id)).not.toHaveProperty('signature')
  })

  test('is signed by a key that cannot be read out', async () => {
    const keys = await deviceKeys()
    if (!keys) throw new Error('no keys')
    for (const key of [keys.sign.privateKey, keys.pins])
      await expect(
        crypto.subtle.exportKey(key.type === 'secret' ? 'raw' : 'pkcs8', key),
      ).rejects.toThrow(/extractable/)
    expect((await deviceKeys())?.pins).toEqual(keys.pins)
  })
})

describe('a PIN', () => {
  const kept = async (id: string) => (await db.people.get(id)) as object

  test('that approves stores eight bits on the device, a cashier’s is protected by the device’s key', async () => {
    await access.setPin('4711')
    const { check } = (await db.people.get(CASHIER.id)) ?? {}
    expect(check).toMatch(/^[0-9a-f]{16}$/)
    await keepFact('session', ADMIN)
    await access.setPin('482100')
    expect(await db.people.get(ADMIN.id)).toMatchObject({
      check: expect.stringMatching(/^[0-9a-f]{2}$/) as string,
      isBound: true,
    })
    expect(await access.unlock(ADMIN.id, '482100')).toEqual({ ok: true })
    expect(await access.unlock(CASHIER.id, '4712')).toMatchObject({ reason: 'till-pin-wrong' })
    expect(await access.unlock(CASHIER.id, '4711')).toEqual({ ok: true })
  })

  test('stored by an older till as a whole hash still unlocks it, and the hash is deleted', async () => {
    const old = async (person: object, pin: string) => ({
      ...person,
      salt: 'salt',
      iterations: 1000,
      verifier: await hashOf(await derivePinKey(pin, 'salt', 1000)),
      wrong: 0,
      waitUntil: 0,
      usedAt: 0,
    })
    await db.people.bulkPut([
      (await old({ ...CASHIER, role: 'cashier' }, '4711')) as never,
      (await old(ADMIN, '482100')) as never,
    ])
    await dropOldHashes()
    await dropOldHashes()
    for (const id of [CASHIER.id, ADMIN.id]) expect(await kept(id)).not.toHaveProperty('verifier')
    expect(await kept(ADMIN.id)).toMatchObject({ check: expect.stringMatching(/^..$/) as string })
    expect(await access.unlock(CASHIER.id, '4711')).toEqual({ ok: true })
    expect(await access.unlock(CASHIER.id, '0000')).toMatchObject({ reason: 'till-pin-wrong' })
    expect(await access.unlock(ADMIN.id, '482100')).toEqual({ ok: true })
  })

  test('approves offline with a proof sealed for the server, for a refund as well', async () => {
    await keepFact('session', ADMIN)
    await access.setPin('482100')
    const asked = { returnId: crypto.randomUUID(), refund: 60_000 }
    const approve = (pin: string) => access.approveHere(ADMIN.id, pin, asked)
    // A till that does not have the server's key yet asks for the network.
    expect(await approve('482100')).toMatchObject({ reason: 'till-offline' })
    const how = { name: 'ECDH', namedCurve: 'P-256' }
    const { publicKey } = await crypto.subtle.generateKey(how, true, ['deriveBits'])
    await keepFact('sealTo', toBase64(await crypto.subtle.exportKey('raw', publicKey)))
    const given = await approve('482100')
    if (!given.ok) throw new Error(given.reason)
    const { proof } = given.approval
    const person = await db.people.get(ADMIN.id)
    const key = await derivePinKey('482100', person?.salt ?? '', person?.iterations)
    expect(proof).toMatch(/^sealed:/)
    expect(Buffer.from(proof.slice(7), 'base64').toString('hex')).not.toContain(
      await signApproval(key, asked),
    )
    const back = {
      saleNumber: 'POS-2026-000007',
      lines: [{ lineId: crypto.randomUUID(), quantity: 1, amount: 60_000, isRestocked: true }],
      refund: 60_000,
      reason: 'Faulty',
      approval: null,
      exchangeSaleId: null,
    }
    expect(await acts.takeBack(back)).toMatchObject({ reason: 'till-refund' })
    // For a sale of their own, however little.
    const [made, other] = [CASHIER.id, ADMIN.id].map((cashierId) => ({
      cashierId,
      customerPhone: null,
    }))
    const little = { ...back, refund: 1 }
    expect(await acts.takeBack(little, asked.returnId, made)).toMatchObject({
      reason: 'till-refund',
    })
    expect(await acts.takeBack(little, undefined, other)).toMatchObject({ ok: true })
    expect(
      await acts.takeBack({ ...back, approval: given.approval }, asked.returnId, made),
    ).toMatchObject({ ok: true, event: { id: asked.returnId, approval: given.approval } })
  })
})
