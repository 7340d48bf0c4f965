import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  approvalText,
  checkOfPin,
  hexOf,
  LIVE,
  leastDigits,
  mayApprove,
  SEAL_IV,
  SEALED,
  sealKey,
  sealProof,
  signApproval,
  storedCheck,
} from './till-approval.ts'
import { ownNeedsApproval, ownSaleOf, refundNeedsApproval } from './till-sale.ts'
import {
  fromBase64,
  isPublicKey,
  isSigned,
  makeDeviceKeys,
  mobileSaleContent,
  publicKeyOf,
  signContent,
  toBase64,
} from './till-signature.ts'

const sale = { saleId: crypto.randomUUID(), off: 4000, subtotal: 40_000 }

test('a discount may be approved by anybody who may give it; admins approve any refund', () => {
  expect(mayApprove('cashier', sale)).toBe(true)
  expect(mayApprove('cashier', { ...sale, off: 4001 })).toBe(false)
  expect(mayApprove('admin', { ...sale, off: 40_000 })).toBe(true)
  expect(mayApprove('customer', { ...sale, off: 1 })).toBe(false)
  const refund = { returnId: crypto.randomUUID(), refund: 50_001 }
  expect([mayApprove('cashier', refund), mayApprove('admin', refund)]).toEqual([false, true])
  // A small refund is approved as well when it is one of many, or came too late.
  expect(mayApprove('cashier', { ...refund, refund: 50_000 })).toBe(false)
  expect(refundNeedsApproval('cashier', 50_000)).toBe(false)
  expect(refundNeedsApproval('cashier', 50_001)).toBe(true)
  expect(refundNeedsApproval('super_admin', 1e9)).toBe(false)
})

test('a cashier needs an approval to refund an own sale, an admin to refund an own purchase', () => {
  const me = { id: 'me', phone: '+265991234567' }
  const made = ownSaleOf({ cashierId: 'me', customerPhone: null }, me)
  const bought = ownSaleOf({ cashierId: 'you', customerPhone: '0991 234 567' }, me)
  const other = ownSaleOf({ cashierId: 'you', customerPhone: '0881 234 567' }, me)
  // A sale that an older release reports does not name its cashier, and an empty phone number matches nobody.
  const unknown = ownSaleOf({ cashierId: undefined, customerPhone: '' }, { ...me, phone: '' })
  expect([made, bought, other, unknown].map((own) => ownNeedsApproval('cashier', own, 1))).toEqual([
    true,
    true,
    false,
    false,
  ])
  // In an even exchange no money leaves, but the cashier gets one piece for another.
  expect([made, bought].map((own) => ownNeedsApproval('cashier', own, 0))).toEqual([false, true])
  expect([made, bought].map((own) => ownNeedsApproval('admin', own, 1))).toEqual([false, true])
  expect(ownNeedsApproval('cashier', undefined, 1)).toBe(false)
})

test('an approval of a refund works for that return and that amount only', async () => {
  const refund = { returnId: '0F8FAD5B-D9CB-469F-A165-70867728950E', refund: 9000 }
  expect(approvalText(refund)).toBe('refund:0f8fad5b-d9cb-469f-a165-70867728950e:9000')
  const key = '0a'.repeat(32)
  expect(await signApproval(key, refund)).not.toBe(
    await signApproval(key, { ...refund, refund: 9001 }),
  )
})

test('an approver needs a PIN of six digits, a cashier of four', () => {
  expect((['super_admin', 'admin', 'cashier'] as const).map(leastDigits)).toEqual([6, 6, 4])
})

test('a proof that a till sealed can be opened only with the server’s key', async () => {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const server = await crypto.subtle.generateKey(curve, true, ['deriveBits'])
  const to = new Uint8Array(await crypto.subtle.exportKey('raw', server.publicKey))
  const proof = createHmac('sha256', 'key').update('a proof').digest('hex')
  const sealed = await sealProof(proof, toBase64(to))
  expect(sealed.startsWith('sealed:')).toBe(true)
  expect([SEALED, LIVE]).toEqual(['sealed:', 'live:'])
  const bytes = fromBase64(sealed.slice(SEALED.length))
  const from = bytes.slice(0, 65)
  const sender = await crypto.subtle.importKey('raw', from, curve, false, [])
  const shared = await crypto.subtle.deriveBits(
    { name: 'ECDH', public: sender },
    server.privateKey,
    256,
  )
  const key = await sealKey(new Uint8Array(shared), from, to)
  const how = { name: 'AES-GCM', iv: SEAL_IV }
  expect(hexOf(await crypto.subtle.decrypt(how, key, bytes.slice(65)))).toBe(proof)
  const closed = await crypto.subtle.encrypt(how, key, new Uint8Array(3))
  expect(closed.byteLength).toBe(3 + 16)
  const wrong = await sealKey(new Uint8Array(shared), to, from)
  await expect(crypto.subtle.decrypt(how, wrong, bytes.slice(65))).rejects.toThrow()
  expect(await sealProof(proof, toBase64(to))).not.toBe(sealed)
})

test('the check value of a PIN has two characters when the PIN approves or no key protects it, otherwise sixteen', async () => {
  const check = await checkOfPin('a hash', null)
  expect(check).toBe(createHash('sha256').update('a hash').digest('hex'))
  const how = { name: 'HMAC', hash: 'SHA-256' }
  const secret = Buffer.alloc(32, 7)
  const key = await crypto.subtle.importKey('raw', secret, how, false, ['sign'])
  expect(await checkOfPin('a hash', key)).toBe(
    createHmac('sha256', secret).update('a hash').digest('hex'),
  )
  expect(storedCheck(check, 'cashier', true)).toBe(check.slice(0, 16))
  expect(storedCheck(check, 'cashier', false)).toBe(check.slice(0, 2))
  expect(storedCheck(check, 'admin', true)).toBe(check.slice(0, 2))
})

test('a device’s key signs, cannot be read out, and its public half is a point in base64', async () => {
  const keys = await makeDeviceKeys()
  const key = await publicKeyOf(keys)
  expect(isPublicKey(key)).toBe(true)
  for (const other of [`x${key}`, `${key}x`, key.slice(1), ''])
    expect(isPublicKey(other)).toBe(false)
  await expect(crypto.subtle.exportKey('pkcs8', keys.privateKey)).rejects.toThrow()
  const signature = await signContent(
    { a: 1, b: [undefined, null, 'x\0\ud800'], c: undefined },
    keys.privateKey,
  )
  expect(
    await isSigned({ b: [null, null, 'x\ufffd'], a: 1, signature: 'any' }, signature, key),
  ).toBe(true)
  expect(await isSigned({ b: [null, 'x\ufffd', null], a: 1 }, signature, key)).toBe(false)
  expect(await isSigned({ b: [null, null, 'x\ufffd'], a: 1, c: null }, signature, key)).toBe(false)
  const listed = await signContent({ a: [1, 23] }, keys.privateKey)
  expect(await isSigned({ a: [1, 23] }, listed, key)).toBe(true)
  expect(await isSigned({ a: [12, 3] }, listed, key)).toBe(false)
  expect(await isSigned({ a: 1 }, signature, 'no key')).toBe(false)
  expect(await isSigned({ a: 1 }, 'no signature', key)).toBe(false)
  const plain = 'zovala till\n{"a":1,"b":{"c":"d"}}'
  const own = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    keys.privateKey,
    new TextEncoder().encode(plain),
  )
  expect(await isSigned({ b: { c: 'd' }, a: 1 }, toBase64(own), key)).toBe(true)
})

test('the signed content of a sale by mobile money has its cash part only if there is one', () => {
  const content = { saleId: 's', shiftId: 'f', totalAmount: 5 }
  expect(mobileSaleContent(content)).toEqual({
    kind: 'mobile-sale',
    ...content,
    cashAmount: undefined,
  })
  expect(mobileSaleContent({ ...content, cashAmount: 0 }).cashAmount).toBeUndefined()
  expect(mobileSaleContent({ ...content, cashAmount: 3 }).cashAmount).toBe(3)
})
