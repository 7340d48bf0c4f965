import { createHmac, pbkdf2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { approvalText, derivePinKey, isPin, signApproval } from './till-approval.ts'

const sale = { saleId: '0F8FAD5B-D9CB-469F-A165-70867728950E', off: 9000, subtotal: 40_000 }

test('a PIN has four to eight digits and nothing else', () => {
  expect(['1234', '12345678'].every(isPin)).toBe(true)
  expect(['123', '123456789', '12 4', '12a4', '١٢٣٤', '1234\n', ''].some(isPin)).toBe(false)
})

test('the key of a PIN equals that of any PBKDF2 implementation', async () => {
  const key = await derivePinKey('4821', 'salt of a person', 1000)
  expect(key).toBe(pbkdf2Sync('4821', 'salt of a person', 1000, 32, 'sha256').toString('hex'))
  expect(await derivePinKey('4822', 'salt of a person', 1000)).not.toBe(key)
})

test('an approval works for one sale, one discount and one total', async () => {
  const key = 'ab'.repeat(32)
  const proof = await signApproval(key, sale)
  const text = `${sale.saleId.toLowerCase()}:9000:40000`
  expect(approvalText(sale)).toBe(text)
  expect(proof).toBe(createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex'))
  for (const other of [{ off: 9001 }, { subtotal: 40_001 }, { saleId: crypto.randomUUID() }])
    expect(await signApproval(key, { ...sale, ...other })).not.toBe(proof)
})
