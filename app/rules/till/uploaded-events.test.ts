import { expect, test } from 'vitest'
import { LARGEST_AMOUNT } from '../money.ts'
import { readTillEvent } from './read-till-events.ts'
import { MOST_SOLD_LINES, MOST_UNITS } from './till-sale.ts'

const id = (n: number) => `3f0e1c1a-6f57-4c43-9f0c-${String(n).padStart(12, '0')}`
const made = { id: id(1), cashierId: id(2), at: '2026-11-20T12:05:00+02:00' }
const line = {
  id: id(3),
  productId: id(4),
  variantId: id(5),
  name: 'Tote',
  sku: 'T',
  size: null,
  color: null,
  quantity: 2,
  unitPrice: 500,
  discount: 0,
}
const sale = {
  ...made,
  kind: 'sale',
  shiftId: id(6),
  tillId: id(7),
  number: null,
  pricesAsOf: made.at,
  lines: [line],
  discount: 0,
  approval: null,
  customerName: null,
  customerPhone: null,
  notes: null,
  subtotal: 1000,
  totalAmount: 1000,
  cashGiven: 1000,
}
const back = {
  ...made,
  kind: 'return',
  shiftId: id(6),
  saleNumber: 'POS-1',
  lines: [{ lineId: id(3), quantity: 1, amount: 500, isRestocked: true }],
  refund: 500,
  reason: 'Too small',
  exchangeSaleId: null,
}
const opened = { ...made, kind: 'shift-opened', tillId: id(7), float: 5000 }
const moved = { ...made, kind: 'cash-moved', shiftId: id(6), amount: -500, reason: 'Bank' }
const closed = {
  ...made,
  kind: 'shift-closed',
  shiftId: id(6),
  counted: { 5000: 2, 1: 0 },
  note: null,
}

const read = (event: object, change: object = {}) => readTillEvent({ ...event, ...change })
const isRead = (event: object, change: object) => read(event, change).ok
const whyNot = (event: object, change: object = {}) => {
  const answer = read(event, change)
  return answer.ok ? null : answer.why
}
const lineWith = (change: object) => ({ lines: [{ ...line, ...change }] })

test.each([sale, back, opened, moved, closed])('an event $kind is read as it was made', (event) => {
  expect(read(event)).toEqual({
    ok: true,
    event: event.kind === 'return' ? { ...event, approval: null } : event,
  })
})

test('texts are trimmed, blank optional ones and invalid signatures are left out', () => {
  expect(
    read(sale, { notes: '  ', customerName: ' Ana ', signature: { deviceId: 'x', value: 'y' } }),
  ).toMatchObject({
    event: { notes: null, customerName: 'Ana', signature: undefined },
  })
  const signature = { deviceId: id(8), value: 's'.repeat(200) }
  expect(read(sale, { signature })).toMatchObject({ event: { signature } })
  expect(read(sale, { signature: { ...signature, value: 's'.repeat(201) } })).toMatchObject({
    event: { signature: undefined },
  })
  const approval = { by: id(9), byName: 'Peter', proof: 'p'.repeat(200) }
  expect(read(sale, { approval })).toMatchObject({ event: { approval } })
  expect(isRead(sale, { approval: { ...approval, proof: 'p'.repeat(201) } })).toBe(false)
})

test('the largest valid values are read, and larger ones are stored for a person', () => {
  const many = (count: number) => ({
    lines: Array.from({ length: count }, (_, n) => ({ ...line, id: id(100 + n) })),
  })
  const isAtMost: [object, object, object][] = [
    [
      sale,
      lineWith({ quantity: MOST_UNITS, unitPrice: 1 }),
      lineWith({ quantity: MOST_UNITS + 1, unitPrice: 1 }),
    ],
    [sale, lineWith({ quantity: 1 }), lineWith({ quantity: 0 })],
    [
      sale,
      lineWith({ quantity: 1, unitPrice: LARGEST_AMOUNT }),
      lineWith({ quantity: 1, unitPrice: LARGEST_AMOUNT + 1 }),
    ],
    [
      sale,
      lineWith({ quantity: 2, unitPrice: LARGEST_AMOUNT / 2 }),
      lineWith({ quantity: 2, unitPrice: LARGEST_AMOUNT / 2 + 1 }),
    ],
    [sale, lineWith({ name: 'n'.repeat(200) }), lineWith({ name: 'n'.repeat(201) })],
    [sale, lineWith({ name: 'n' }), lineWith({ name: ' ' })],
    [sale, lineWith({ sku: 's'.repeat(64) }), lineWith({ sku: '' })],
    [sale, lineWith({ size: 's'.repeat(40) }), lineWith({ size: 's'.repeat(41) })],
    [sale, many(MOST_SOLD_LINES), many(MOST_SOLD_LINES + 1)],
    [sale, many(1), { lines: [] }],
    [sale, { number: 'n'.repeat(40) }, { number: 'n'.repeat(41) }],
    [sale, { discount: LARGEST_AMOUNT }, { discount: -1 }],
    [back, { saleNumber: 'n'.repeat(40) }, { saleNumber: 'n'.repeat(41) }],
    [back, { reason: 'r'.repeat(200) }, { reason: '' }],
    [
      back,
      { lines: [{ ...back.lines[0], quantity: MOST_UNITS }] },
      { lines: [{ ...back.lines[0], quantity: MOST_UNITS + 1 }] },
    ],
    [
      back,
      { lines: [{ ...back.lines[0], quantity: 1 }] },
      { lines: [{ ...back.lines[0], quantity: 0 }] },
    ],
    [
      back,
      { lines: Array(MOST_SOLD_LINES).fill(back.lines[0]) },
      { lines: Array(MOST_SOLD_LINES + 1).fill(back.lines[0]) },
    ],
    [back, { lines: back.lines }, { lines: [] }],
    [moved, { amount: LARGEST_AMOUNT }, { amount: LARGEST_AMOUNT + 1 }],
    [moved, { amount: -LARGEST_AMOUNT }, { amount: -LARGEST_AMOUNT - 1 }],
    [moved, { amount: 1 }, { amount: 0 }],
    [moved, { reason: 'r' }, { reason: '' }],
    [opened, { float: 0 }, { float: 0.5 }],
    [closed, { counted: { 99999: 1_000_000 } }, { counted: { 99999: 1_000_001 } }],
    [closed, { counted: { 5: 0 } }, { counted: { 5: -1 } }],
    [closed, { counted: {} }, { counted: { x5: 1 } }],
    [closed, { counted: {} }, { counted: { '5x': 1 } }],
    [closed, { counted: {} }, { counted: { 123456: 1 } }],
    [opened, { at: '2026-11-20T12:05:00Z' }, { at: '2026-11-20' }],
  ]
  for (const [event, good, bad] of isAtMost)
    expect([isRead(event, good), isRead(event, bad)], JSON.stringify(bad).slice(0, 80)).toEqual([
      true,
      false,
    ])
})

test('an unreadable event is refused with the location of its fault', () => {
  expect(whyNot(sale, { lines: [line, line] })).toEqual({
    code: 'unreadable',
    path: 'lines',
    problem: 'line-twice',
  })
  expect(whyNot(sale, lineWith({ quantity: 9999, unitPrice: LARGEST_AMOUNT }))).toEqual({
    code: 'unreadable',
    path: 'lines',
    problem: 'above-payable',
  })
  expect(whyNot(sale, lineWith({ quantity: 'two' }))).toMatchObject({
    path: 'lines.0.quantity',
    problem: 'invalid_type',
  })
  expect(whyNot({ kind: 'party' })).toEqual({
    code: 'unreadable',
    path: 'kind',
    problem: 'invalid_union',
  })
  expect(whyNot({ ...moved, amount: 0 })).toMatchObject({ path: 'amount', problem: 'no-amount' })
  expect(whyNot(back, { creditCode: '2345-6789-ABCD' })).toMatchObject({
    path: 'creditCode',
    problem: 'custom',
  })
  for (const sent of [null, 7, 'sale'])
    expect(readTillEvent(sent)).toMatchObject({ why: { path: '' } })
})

test('a sale and a return keep the parts that a code or returned items pay, and none of 0', () => {
  const reserve = { reserveId: id(8), ending: 'K7WX' }
  const paid = { number: 'n'.repeat(40), refund: 9000, amount: 5000, carried: 1000 }
  const kept = [
    [sale, { credit: { ...reserve, amount: 500 } }],
    [sale, { exchange: paid }],
    [back, { exchange: { amount: 500, credit: 0 } }],
    [back, { creditBack: 400, creditCode: '23456789ABCD' }],
  ] as const
  for (const [event, change] of kept)
    for (const least of [change, JSON.parse(JSON.stringify(change).replace('500,', '1,'))])
      expect(read(event, least)).toMatchObject({ ok: true, event: least })
  expect(read(sale, { credit: null })).toMatchObject({ event: { credit: undefined } })
  expect(read(sale, { exchange: { ...paid, number: 'n'.repeat(41) } })).toMatchObject({
    event: { exchange: undefined },
  })
  for (const [event, change] of [
    [sale, { credit: { ...reserve, amount: 0 } }],
    [back, { exchange: { amount: 0, credit: 0 } }],
  ] as const)
    expect(isRead(event, change)).toBe(false)
})

test('a sale is of products or of a voucher, which has no discount and is paid by no code', () => {
  const voucher = { amount: 5000, code: '23456789ABCD' }
  const alone = { lines: [], voucher }
  expect(read(sale, alone)).toMatchObject({ event: alone })
  expect(read(sale, { voucher: null })).toMatchObject({ event: { voucher: undefined } })
  const credit = { reserveId: id(8), ending: 'K7WX', amount: 1 }
  for (const change of [
    { lines: [] },
    { voucher },
    { ...alone, discount: 1 },
    { ...alone, credit },
  ])
    expect(whyNot(sale, change), JSON.stringify(change)).toEqual({
      code: 'unreadable',
      path: 'lines',
      problem: 'products-or-voucher',
    })
})
