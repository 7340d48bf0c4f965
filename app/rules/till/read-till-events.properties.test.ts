import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, holds, kwacha } from '../../../tests/support/properties/holds.ts'
import { LARGEST_AMOUNT } from '../money.ts'
import { readTillEvent } from './read-till-events.ts'
import { saleTotals } from './till-sale.ts'
import { isSigned, makeDeviceKeys, publicKeyOf, signContent } from './till-signature.ts'

const id = fc.uuid()
const at = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const text = (longest: number) =>
  fc.stringMatching(/^[a-z]{1,8}$/).map((one) => one.slice(0, longest))
const line = fc.record({
  id,
  productId: id,
  variantId: id,
  name: text(40),
  sku: text(10),
  size: fc.option(text(5)),
  color: fc.option(text(5)),
  quantity: fc.integer({ min: 1, max: 20 }),
  unitPrice: kwacha(1_000_000),
  discount: kwacha(1_000_000),
})
const sale = fc
  .record({
    id,
    cashierId: id,
    at,
    shiftId: id,
    tillId: id,
    number: fc.option(text(20)),
    pricesAsOf: at,
    lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    discount: kwacha(1_000_000),
    notes: fc.option(text(20)),
  })
  .map((one) => {
    const { subtotal, total } = saleTotals(one.lines, one.discount)
    return {
      ...one,
      kind: 'sale',
      approval: null,
      customerName: null,
      customerPhone: null,
      subtotal,
      totalAmount: total,
      cashGiven: total,
    }
  })
const fields = [
  'id',
  'kind',
  'at',
  'number',
  'lines',
  'discount',
  'subtotal',
  'totalAmount',
  'cashGiven',
  'notes',
  'approval',
  'signature',
  'shiftId',
] as const

test('a sale that a till can make is read back unchanged', () =>
  holds(sale, (sent) => {
    expect(readTillEvent(sent)).toMatchObject({ ok: true, event: sent })
  }))

test('any event that a till sends is read or stored with a reason, and never throws', () =>
  holds(
    fc.oneof(
      fc.anything(),
      fc.jsonValue(),
      fc.record({
        kind: fc.constantFrom('sale', 'return', 'shift-opened', 'shift-closed', 'cash-moved'),
      }),
    ),
    (sent) => {
      const read = readTillEvent(sent)
      if (!read.ok) expect(read.why.code).toBe('unreadable')
    },
  ))

test('a sale with a field of another type is not accepted as one that could be recorded', () =>
  holds(
    fc.tuple(
      sale,
      fc.constantFrom(...fields),
      fc.oneof(fc.anything(), anyText(), fc.double(), fc.integer()),
    ),
    ([sent, field, value]) => {
      const read = readTillEvent({ ...sent, [field]: value })
      if (!read.ok || read.event.kind !== 'sale') return
      const { event } = read
      for (const amount of [event.discount, event.subtotal, event.totalAmount, event.cashGiven])
        expect(Number.isInteger(amount) && amount >= 0 && amount <= LARGEST_AMOUNT).toBe(true)
      expect(event.lines.length).toBeGreaterThan(0)
      expect(Number.isNaN(Date.parse(event.at))).toBe(false)
      expect(event.notes?.trim()).not.toBe('')
    },
    500,
  ))

test('a signature is valid for the same event with its fields in any order, and for no other', async () => {
  const keys = await makeDeviceKeys()
  const key = await publicKeyOf(keys)
  await holds(
    fc.tuple(sale, fc.constantFrom(...fields), fc.oneof(fc.integer(), anyText())),
    async ([one, field, value]) => {
      const signature = await signContent(one, keys.privateKey)
      const turned = Object.fromEntries(Object.entries(one).toReversed())
      expect(await isSigned(turned, signature, key)).toBe(true)
      expect(await isSigned({ ...one, cashGiven: one.cashGiven + 1 }, signature, key)).toBe(false)
      if (field !== 'signature' && one[field as keyof typeof one] !== value)
        expect(await isSigned({ ...one, [field]: value }, signature, key)).toBe(false)
      expect(await isSigned(one, `${value}`, key)).toBe(false)
    },
    60,
  )
})
