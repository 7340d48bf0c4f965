import { expect, test } from 'vitest'
import { readReceiptCode, receiptCodeOf } from './receipt-code.ts'

test('a receipt’s code is the end of its basket’s id, also for the cash sale after a failed payment', () => {
  const id = '3f2a9c1e-5d4b-4e6f-8a90-9c1e77b04a2f'
  expect(receiptCodeOf(id)).toBe('9C1E-77B0-4A2F')
  expect(receiptCodeOf(`${id}:cash`)).toBe('9C1E-77B0-4A2F')
  expect(readReceiptCode(receiptCodeOf(id) ?? '')).toBe('9c1e77b04a2f')
})

test('a key that no till has made gives no code', () => {
  for (const key of ['', 'key-1', 'a sale of another program', '12345'])
    expect(receiptCodeOf(key)).toBeNull()
})

test('a code is read with blanks, in lower case, and with characters that look like digits', () => {
  for (const typed of ['9c1e 77bo 4a2f', ' 9C1E-77B0-4A2F ', '9C1E.77B0.4A2F', '9C1E–77B0–4A2F'])
    expect(readReceiptCode(typed)).toBe('9c1e77b04a2f')
  expect(readReceiptCode('Il00-0000-0000')).toBe('110000000000')
  for (const wrong of ['', '9C1E-77B0-4A2', '9C1E-77B0-4A2F0', '9C1G-77B0-4A2F', 'POS-2026-000123'])
    expect(readReceiptCode(wrong)).toBeNull()
})
