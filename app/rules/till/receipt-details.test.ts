import { describe, expect, test } from 'vitest'
import { latestSettings, setLatestSettings } from '../../platform/current-settings.server.ts'
import { code128Bars } from './code128.ts'
import { escposOf } from './escpos.ts'
import {
  type Receipt,
  receiptOfReturn,
  receiptOfSale,
  receiptOfTillSale,
  type SoldOnReceipt,
} from './receipt.ts'
import { receiptOfShift } from './receipt-of-shift.ts'
import { plainText, receiptRows, wrapText } from './receipt-rows.ts'
import { receiptText } from './receipt-text.ts'
import { sinceClosed } from './since-closed.ts'
import {
  countedTotal,
  type ShiftFigures,
  type ShiftMove,
  type ShiftSale,
  shiftFigures,
  withCredit,
} from './till-cash.ts'
import { reviewFingerprint } from './till-review.ts'
import { changeDue, likelyCash } from './till-sale.ts'

const kwacha = (text: string) => text.replaceAll('\u00a0', ' ')
const shown = (pairs: readonly { label: string; value: string; isTotal?: boolean }[]) =>
  pairs.map(({ label, value, isTotal }) => `${label}: ${kwacha(value)}${isTotal ? ' !' : ''}`)
const MAKER = { till: '', cashier: 'Grace' }
const SALE: SoldOnReceipt = {
  id: '3f2a9c1e-0000-4000-8000-000000000001',
  number: 'POS-1',
  at: '2026-11-20T12:05:00Z',
  lines: [{ name: 'Tote', size: null, color: null, quantity: 2, unitPrice: 5000, discount: 0 }],
  customerName: null,
  customerPhone: null,
  notes: null,
  subtotal: 10_000,
  totalAmount: 10_000,
  cashGiven: 10_000,
}
const sums = (change: Partial<SoldOnReceipt>) =>
  receiptOfSale({ ...SALE, ...change }, MAKER).sums.map(shown)

describe('the totals of a receipt', () => {
  test('show no discount when none was given', () => {
    expect(sums({})).toEqual([
      ['Subtotal: MK 10,000', 'TOTAL: MK 10,000 !'],
      ['Paid by: Cash', 'Cash given: MK 10,000', 'Change: MK 0'],
    ])
  })

  test('show line discounts, the sale’s discount and tax separately', () => {
    const lines = SALE.lines.map((line) => ({ ...line, discount: 1000 }))
    expect(sums({ lines, taxAmount: 500, totalAmount: 9300 })[0]).toEqual([
      'Subtotal: MK 10,000',
      'Line discounts: −MK 1,000',
      'Discount: −MK 200',
      'Tax: MK 500',
      'TOTAL: MK 9,300 !',
    ])
    expect(
      sums({ lines: lines.map((line) => ({ ...line, discount: 99_000 })), totalAmount: 0 })[0]?.[1],
    ).toBe('Line discounts: −MK 10,000')
  })

  test('show how it was paid, and the change when cash was given', () => {
    expect(sums({ cashAmount: 0, cashGiven: null })[1]).toEqual(['Paid by: Mobile money'])
    expect(sums({ cashAmount: 0, cashGiven: 5 })[1]).toEqual(['Paid by: Mobile money'])
    expect(sums({ cashGiven: null })[1]).toEqual(['Paid by: Cash'])
    expect(sums({ cashAmount: 4000, cashGiven: 5000 })[1]).toEqual([
      'Paid by: Cash and mobile money',
      'Mobile money: MK 6,000',
      'In cash: MK 4,000',
      'Cash given: MK 5,000',
      'Change: MK 1,000',
    ])
  })

  test('show each tender of a split sale with its amount, and no other', () => {
    const credit = { amount: 4000, ending: 'K7WX' }
    const voucher = 'Voucher …K7WX: MK 4,000'
    const cash = ['Cash given: MK 10,000', 'Change: MK 4,000']
    const exchange = { number: 'POS-0', refund: 4000, amount: 4000, carried: 4000 }
    const rows: [Partial<SoldOnReceipt>, string[]][] = [
      [{ credit: { ...credit, amount: 10_000 } }, ['Voucher', 'Voucher …K7WX: MK 10,000']],
      [{ credit }, ['Cash and voucher', voucher, 'In cash: MK 6,000', ...cash]],
      [{ credit, cashAmount: 0 }, ['Mobile money and voucher', voucher, 'Mobile money: MK 6,000']],
      [
        { credit, cashAmount: 5000 },
        [
          'Cash, mobile money and voucher',
          voucher,
          'Mobile money: MK 1,000',
          'In cash: MK 5,000',
          'Cash given: MK 10,000',
          'Change: MK 5,000',
        ],
      ],
      // Nothing has paid the rest, which is no mobile money.
      [
        { cashAmount: 6000, unpaidAmount: 4000 },
        ['Cash', 'Cash given: MK 10,000', 'Change: MK 4,000'],
      ],
      // The code pays on for what came back, and for the rest only with what it paid beside.
      [{ credit, exchange }, ['Cash', ...cash]],
      [
        { credit: { ...credit, amount: 5000 }, exchange },
        [
          'Cash and voucher',
          'Voucher …K7WX: MK 1,000',
          'In cash: MK 5,000',
          'Cash given: MK 10,000',
          'Change: MK 5,000',
        ],
      ],
      // A free sale counts as paid in cash.
      [{ totalAmount: 0, cashGiven: 0 }, ['Cash', 'Cash given: MK 0', 'Change: MK 0']],
    ]
    for (const [change, [tenders, ...others]] of rows)
      expect(sums(change).at(-1)).toEqual([`Paid by: ${tenders}`, ...others])
  })
})

test('an exchange for the same worth shows no payment', () => {
  const exchange = { number: 'POS-0', refund: 10_000, amount: 10_000, carried: 0 }
  expect(sums({ exchange }).slice(1)).toEqual([
    ['Taken back of POS-0: −MK 10,000', 'TO PAY: MK 0 !'],
  ])
})

test('the receipt of a voucher has its code and how to spend it, and asks for no review', () => {
  const { title, sums, closing } = receiptOfSale(
    { ...SALE, lines: [], voucher: { amount: 10_000, code: '23456789ABCD' } },
    MAKER,
  )
  expect(title).toBe('GIFT VOUCHER')
  expect(sums.map(shown)[1]).toEqual(['Code: 2345-6789-ABCD !'])
  expect(closing).toEqual([
    'Thank you for your purchase!',
    'Spend it in our shop or online, in parts. It does not expire; keep it as you keep cash.',
  ])
})

test('a receipt asks for a review only where it has the code for it', () => {
  const closing = (change: Partial<SoldOnReceipt>) =>
    receiptOfSale({ ...SALE, ...change }, MAKER).closing.slice(2)
  const asks = 'Tell others how it is: write a review in our shop online.'
  expect(closing({})).toEqual([asks, 'Code: 0000-0000-0001'])
  expect(closing({ code: '9C1E-77B0-4A2F' })).toEqual([asks, 'Code: 9C1E-77B0-4A2F'])
  for (const change of [{ code: null }, { id: 'a sale of another program' }])
    expect(closing(change)).toEqual([])
})

test('the receipt of a server that sends neither the till’s name nor a code has none of them', () => {
  const { id, number, at, ...sale } = SALE
  const { facts, closing } = receiptOfTillSale({
    ...sale,
    saleId: id,
    saleNumber: 'POS-1',
    soldAt: at,
    state: 'paid',
    paymentMethod: 'cash',
    cashierName: 'Grace',
    tillName: null,
    discountAmount: 0,
    cashAmount: 10_000,
    payment: null,
    lines: [],
  })
  expect(facts.map(({ label }) => label)).toEqual(['Receipt', 'Date', 'Cashier'])
  expect(closing).toHaveLength(2)
})

test('the details of a receipt have its customer’s name and phone, and the till’s name if there is one', () => {
  const facts = (change: Partial<SoldOnReceipt>, maker = MAKER) =>
    shown(receiptOfSale({ ...SALE, ...change }, maker).facts)
  expect(facts({ customerName: 'Ana', customerPhone: '099' })).toEqual([
    'Receipt: POS-1',
    'Date: Nov 20, 2026 14:05',
    'Cashier: Grace',
    'Customer: Ana, 099',
  ])
  expect(
    facts({ number: null, customerPhone: '099' }, { till: 'Front', cashier: 'Grace' }),
  ).toEqual([
    'Reference: 3F2A9C1E',
    'Date: Nov 20, 2026 14:05',
    'Till: Front',
    'Cashier: Grace',
    'Customer: 099',
  ])
})

test('the slip of a return has its receipt, its reason and the exchanged items', () => {
  const returned = {
    at: SALE.at,
    saleNumber: 'POS-1',
    refund: 5000,
    reason: 'Too small',
    lines: [{ name: 'Tote', size: 'M', color: null, quantity: 1, amount: 5000 }],
  }
  expect(receiptOfReturn(returned, MAKER)).toEqual({
    title: 'RETURN',
    number: 'POS-1',
    facts: [
      { label: 'Of receipt', value: 'POS-1' },
      { label: 'Date', value: 'Nov 20, 2026 14:05' },
      { label: 'Cashier', value: 'Grace' },
      { label: 'Reason', value: 'Too small' },
    ],
    lines: [{ ...returned.lines[0], unitPrice: null, off: 0 }],
    sums: [[{ label: 'REFUND IN CASH', value: 'MK\u00a05,000', isTotal: true }]],
    notes: null,
    closing: ['Received by: ________________'],
    isReprint: false,
  })
  const exchange = receiptOfReturn(
    { ...returned, exchangeNumber: 'POS-2' },
    { ...MAKER, isReprint: true },
  )
  expect(exchange.isReprint).toBe(true)
  expect(shown(exchange.facts).at(-1)).toBe('Exchanged for: POS-2')
})

test('the slip of a return shows what goes back on a code, and what in cash', () => {
  const slip = (change: object) =>
    receiptOfReturn(
      { at: SALE.at, saleNumber: 'POS-1', refund: 5000, reason: 'Too small', lines: [], ...change },
      MAKER,
    )
  const credit = { amount: 5000, ending: 'K7WX' }
  const back = 'Back on the voucher …K7WX: MK'
  const rows: [object, string[]][] = [
    [{ refund: 0 }, ['REFUND IN CASH: MK 0 !']],
    [{ credit: { ...credit, amount: 0 } }, ['REFUND IN CASH: MK 5,000 !']],
    [{ credit }, [`${back} 5,000`]],
    [{ credit: { ...credit, amount: 4000 } }, [`${back} 4,000`, 'REFUND IN CASH: MK 1,000 !']],
    [{ creditCode: '23456789ABCD' }, ['STORE CREDIT: MK 5,000 !', 'Code: 2345-6789-ABCD !']],
  ]
  for (const [change, expected] of rows) expect(slip(change).sums.map(shown)).toEqual([expected])
  const spend =
    'Spend it in our shop or online, in parts. It does not expire; keep it as you keep cash.'
  const signed = 'Received by: ________________'
  expect(slip({}).closing).toEqual([signed])
  expect(slip({ creditCode: '23456789ABCD' }).closing).toEqual([spend, signed])
})

test('the slip of an exchange shows both items, and the difference to pay or refund', () => {
  const back = { name: 'Tote', size: 'M', color: null, quantity: 1, amount: 5000 }
  const { lines, sums, title, closing } = receiptOfSale(
    {
      ...SALE,
      totalAmount: 8e3,
      subtotal: 8e3,
      cashGiven: 1e4,
      lines: [
        {
          ...SALE.lines[0],
          quantity: 1,
          unitPrice: 8e3,
          discount: 0,
        } as never,
      ],
      exchange: {
        number: 'POS-0',
        refund: 5e3,
        amount: 5e3,
        carried: 0,
        lines: [back],
      },
    },
    MAKER,
  )
  expect(title).toBe('EXCHANGE')
  expect(lines.map(({ amount }) => amount)).toEqual([8000, -5000])
  expect(shown(sums.flat())).toEqual([
    'Subtotal: MK 8,000',
    'TOTAL: MK 8,000 !',
    'Taken back of POS-0: −MK 5,000',
    'TO PAY: MK 3,000 !',
    'Paid by: Cash',
    'Cash given: MK 5,000',
    'Change: MK 2,000',
  ])
  expect(closing).not.toContain('Received by: ________________')
  const less = receiptOfSale(
    {
      ...SALE,
      totalAmount: 4e3,
      subtotal: 4e3,
      cashGiven: 3e3,
      credit: {
        amount: 1e3,
        ending: 'K7WX',
      },
      exchange: {
        number: 'POS-0',
        refund: 7e3,
        amount: 4e3,
        carried: 1e3,
        onCode: {
          amount: 1e3,
          ending: 'K7WX',
        },
        onNewCode: 500,
      },
      newCode: '23456789ABCD',
    },
    MAKER,
  )
  expect(shown(less.sums.slice(1).flat())).toEqual([
    'Taken back of POS-0: −MK 7,000',
    'Back on the voucher …K7WX: MK 1,000',
    'STORE CREDIT: MK 500 !',
    'Code: 2345-6789-ABCD !',
    'REFUND IN CASH: MK 1,500 !',
  ])
  expect(less.closing).toContain('Received by: ________________')
})

const SOLD: ShiftSale = {
  cashierId: 'grace',
  paymentMethod: 'cash',
  paymentStatus: 'completed',
  count: 1,
  totalAmount: 10_000,
  discountAmount: 500,
  cashAmount: 10_000,
  creditAmount: 0,
  voucherAmount: 0,
}
const SHIFT = {
  till: 'Front',
  openedAt: '2026-11-20T06:00:00Z',
  openedBy: 'Grace',
  closedAt: '2026-11-20T15:00:00Z',
  closedBy: 'Peter',
  counted: null,
  note: null,
  names: { grace: 'Grace' },
}
const reportOf = (figures: ReturnType<typeof shiftFigures>, change: object = {}) =>
  receiptOfShift({ ...SHIFT, figures, ...change })

describe('a Z report', () => {
  test('shows which part of sales and refunds was exchanged without changing the drawer', () => {
    const back = { cashierId: 'grace', count: 2, refund: 5000, creditAmount: 0 }
    const exchanged = { ...back, exchanges: 1, exchanged: 3000 }
    const drawerOf = (returns: typeof exchanged | typeof back) =>
      reportOf(shiftFigures({ float: 0, counted: null }, [SOLD], [returns], [])).sums[1]
    const row = { label: 'Of these exchanged (1)', value: 'MK\u00a03,000' }
    expect(drawerOf(exchanged)?.filter(({ label }) => !label.startsWith('Of these'))).toEqual(
      drawerOf(back),
    )
    expect(drawerOf(exchanged)).toContainEqual(row)
  })

  test('shows which part of cash out was exchanged for an ordered item, and leaves it out for an older release', () => {
    const drawerOf = (move: ShiftMove) =>
      reportOf(withCredit(shiftFigures({ float: 0, counted: null }, [SOLD], [], [move]))).sums[1]
    const row = { label: 'Of this orders exchanged (1)', value: 'MK\u00a03,000' }
    const out = drawerOf({ amount: -4000 })
    const exchanged = drawerOf({ amount: -4000, exchanges: 1, exchanged: 3000 })
    expect(exchanged).toEqual([...(out?.slice(0, 3) ?? []), row, ...(out?.slice(3) ?? [])])
    const {
      orderExchanges: _,
      ordersExchanged: __,
      ...older
    } = shiftFigures({ float: 0, counted: null }, [SOLD], [], [{ amount: -4000 }])
    expect(reportOf(withCredit(older as ShiftFigures)).sums[1]).toEqual(out)
  })

  test('of a busy shift shows every figure', () => {
    const split: ShiftSale = {
      ...SOLD,
      paymentMethod: 'paychangu',
      totalAmount: 8000,
      cashAmount: 3000,
    }
    const figures = shiftFigures(
      { float: 20_000, counted: 30_500 },
      [SOLD, split, { ...split, paymentStatus: 'pending' }],
      [{ cashierId: 'grace', count: 1, refund: 2000, creditAmount: 0 }],
      [{ amount: 1000 }, { amount: -1400 }],
    )
    const report = reportOf(figures, {
      counted: { 5000: 6, 500: 1, 10: 0 },
      note: 'Rain',
      isReprint: true,
    })
    expect(report).toMatchObject({
      title: 'Z REPORT',
      number: null,
      lines: [],
      notes: 'Rain',
      isReprint: true,
      closing: ['Signed: ________________'],
    })
    expect(shown(report.facts)).toEqual([
      'Till: Front',
      'Opened: Nov 20, 2026 08:00',
      'By: Grace',
      'Closed: Nov 20, 2026 17:00',
      'By: Peter',
    ])
    expect(report.sums.map(shown)).toEqual([
      [
        'Sales: 2',
        'Cash: MK 13,000',
        'Mobile money: MK 5,000',
        'SOLD: MK 18,000 !',
        'Discounts given: MK 1,000',
        'Returns: 1',
        'Refunds in cash: MK 2,000',
        '1 waiting for mobile money, not counted: MK 8,000',
      ],
      [
        'Opening float: MK 20,000',
        'Cash sales: MK 10,000',
        'Cash of split sales: MK 3,000',
        'Cash in: MK 1,000',
        'Cash out: −MK 1,400',
        'Refunds: −MK 2,000',
        'Should be in the drawer: MK 30,600',
        'Counted: MK 30,500',
        'SHORT: MK 100 !',
      ],
      ['6 x 5,000: 30,000', '1 x 500: 500'],
      [
        'Grace: 2 sales',
        'Cash: MK 13,000',
        'Mobile money: MK 5,000',
        'Discounts given: MK 1,000',
        'Refunds in cash: MK 2,000',
      ],
    ])
  })

  test('leaves out what did not happen, and an uncounted drawer', () => {
    const report = reportOf(shiftFigures({ float: 500, counted: null }, [], [], []))
    expect(report.isReprint).toBe(false)
    expect(report.sums.map(shown)).toEqual([
      [
        'Sales: 0',
        'Cash: MK 0',
        'Mobile money: MK 0',
        'SOLD: MK 0 !',
        'Discounts given: MK 0',
        'Returns: 0',
        'Refunds in cash: MK 0',
      ],
      ['Opening float: MK 500', 'Cash sales: MK 0', 'Should be in the drawer: MK 500'],
    ])
  })

  test('names the direction of a variance, and shows a cashier without a name as a question mark', () => {
    const last = (counted: number) =>
      shown(reportOf(shiftFigures({ float: 500, counted }, [], [], [])).sums[1] ?? []).at(-1)
    expect([last(499), last(500), last(501)]).toEqual([
      'SHORT: MK 1 !',
      'DIFFERENCE: MK 0 !',
      'OVER: MK 1 !',
    ])
    const report = reportOf(shiftFigures({ float: 0, counted: 0 }, [SOLD], [], []), {
      names: {},
      counted: {},
    })
    expect(report.sums.map((block) => block[0]?.label)).toEqual(['Sales', 'Opening float', '?'])
  })

  test('of several cashiers lists the largest sales first, each with their own returns', () => {
    const figures = shiftFigures(
      { float: 0, counted: null },
      [SOLD, { ...SOLD, cashierId: 'zoe', totalAmount: 20_000 }, { ...SOLD, cashierId: 'ada' }],
      [{ cashierId: 'ada', count: 2, refund: 700, creditAmount: 0 }],
      [],
    )
    expect(
      figures.byCashier.map(({ cashierId, returns, refunds }) => [cashierId, returns, refunds]),
    ).toEqual([
      ['zoe', 0, 0],
      ['ada', 2, 700],
      ['grace', 0, 0],
    ])
  })

  test('shows sold vouchers apart from the sales, and refunds on vouchers apart from those in cash', () => {
    const voucher = { ...SOLD, count: 2, discountAmount: 0, voucherAmount: 10_000 }
    const figures = shiftFigures(
      { float: 0, counted: null },
      [SOLD, voucher],
      [{ cashierId: 'grace', count: 1, refund: 5000, creditAmount: 4000 }],
      [],
    )
    const { sums } = reportOf(figures)
    expect(sums.map(shown).at(-1)).toEqual([
      'Grace: 1 sales',
      'Cash: MK 20,000',
      'Mobile money: MK 0',
      'Discounts given: MK 500',
      'Refunds in cash: MK 1,000',
    ])
    expect(shown(sums[0] ?? [])).toEqual([
      'Sales: 1',
      'Cash: MK 20,000',
      'Mobile money: MK 0',
      'SOLD: MK 10,000 !',
      'Vouchers sold (2): MK 10,000',
      'Discounts given: MK 500',
      'Returns: 1',
      'Refunds in cash: MK 1,000',
      'Refunds on vouchers: MK 4,000',
    ])
  })
})

test('sales after the count are shown as the difference to it, each in its own row', () => {
  const figures = (counted: number | null, ...sales: ShiftSale[]) =>
    shiftFigures({ float: 0, counted }, sales, [], [])
  const textOf = (...args: Parameters<typeof sinceClosed>) =>
    sinceClosed(...args).map(([label, value]) => `${label}: ${kwacha(value)}`)
  const mobile: ShiftSale = { ...SOLD, paymentMethod: 'paychangu', cashAmount: 0 }
  expect(textOf(figures(10_000, SOLD, mobile), figures(10_000, SOLD, mobile, mobile))).toEqual([
    'Paid by mobile money (1): MK 10,000',
  ])
  expect(textOf(figures(null, SOLD), figures(null, SOLD, { ...SOLD, count: 0 }))).toEqual([
    'Cash of what was paid: MK 10,000',
    'Expected in the drawer: MK 20,000',
  ])
  expect(textOf(figures(0, SOLD), figures(0, SOLD, { ...mobile, count: 0 }))).toEqual([
    'Paid by mobile money (0): MK 10,000',
  ])
  expect(textOf(figures(0, SOLD), figures(0, SOLD, { ...mobile, totalAmount: 0 }))).toEqual([
    'Paid by mobile money (1): MK 0',
  ])
})

const BARE: Receipt = {
  title: null,
  number: null,
  facts: [],
  lines: [],
  sums: [],
  notes: null,
  closing: [],
  isReprint: false,
}

test('a receipt as a message has a block for each existing part', () => {
  const [shop = '', ...none] = receiptText(BARE).split('\n\n')
  expect(none).toEqual([])
  expect(shop.split('\n')).toEqual([
    '*Zovala*',
    'Shop 14, Chichiri Shopping Centre, Masauko Chipembere Highway, P.O. Box 1804, Blantyre, Malawi',
    '+265 999 201 814, +265 888 201 814',
  ])
  const line = {
    name: 'Tote',
    size: 'M',
    color: 'Red',
    quantity: 2,
    unitPrice: 500,
    amount: 1000,
    off: 100,
  }
  const full: Receipt = {
    ...BARE,
    title: 'RETURN',
    isReprint: true,
    facts: [{ label: 'Till', value: 'Front' }],
    lines: [line, { ...line, size: null, color: null, off: 0 }],
    sums: [[{ label: 'TOTAL', value: '900', isTotal: true }], [{ label: 'Cash', value: '900' }]],
    notes: 'Hem',
    closing: ['Bye', 'Now'],
  }
  expect(receiptText(full).split('\n\n').slice(1)).toEqual([
    '*RETURN*\n*REPRINT*\nTill: Front',
    '2 × Tote (Size M, Red): 1,000 (−100)\n2 × Tote: 1,000',
    '*TOTAL: 900*',
    'Cash: 900',
    'Note: Hem',
    'Bye\nNow',
  ])
})

describe('the rows of a slip', () => {
  const rows = (change: Partial<Receipt>) => receiptRows({ ...BARE, ...change }, 32).slice(9)

  test('print a total tall and bold, a name bold, a title centered', () => {
    const line = {
      name: 'Tote',
      size: null,
      color: null,
      quantity: 1,
      unitPrice: null,
      amount: 500,
      off: 0,
    }
    expect(
      rows({
        title: 'RETURN',
        lines: [line],
        sums: [[{ label: 'TOTAL', value: '5', isTotal: true }]],
        closing: ['Bye'],
      }),
    ).toEqual([
      { kind: 'rule' },
      { kind: 'text', text: 'RETURN', isCentred: true, isBold: true },
      { kind: 'rule' },
      { kind: 'text', text: 'Tote', isBold: true },
      { kind: 'text', text: `1 piece${' '.repeat(22)}500` },
      { kind: 'rule' },
      { kind: 'text', text: `TOTAL${' '.repeat(26)}5`, isBold: true, size: 'tall' },
      { kind: 'rule' },
      { kind: 'text', text: 'Bye', isCentred: true },
      { kind: 'cut' },
    ])
  })

  test('begin with the shop’s name, twice as large in half the columns', () => {
    expect(receiptRows(BARE, 32)[0]).toEqual({
      kind: 'text',
      text: 'Zovala',
      isCentred: true,
      isBold: true,
      size: 'double',
    })
    expect(rows({ isReprint: true })[1]).toMatchObject({ text: '*** REPRINT ***', isBold: true })
    expect(rows({ number: 'POS-1' }).slice(-3)).toEqual([
      { kind: 'space' },
      { kind: 'barcode', code: 'POS-1' },
      { kind: 'cut' },
    ])
  })

  test('break a long name of the shop where twice as large letters fill the paper', () => {
    const before = latestSettings()
    const shop = { ...before.shop, name: 'Zovala Fashion of Chichiri' }
    setLatestSettings({ ...before, shop })
    try {
      const texts = receiptRows(BARE, 32).flatMap((row) => (row.kind === 'text' ? row.text : []))
      expect(texts.slice(0, 2)).toEqual(['Zovala Fashion', 'of Chichiri'])
    } finally {
      setLatestSettings(before)
    }
  })

  test('put a value below its label when they do not fit side by side', () => {
    const facts = (label: string, value: string) =>
      rows({ facts: [{ label, value }] })
        .slice(1, -2)
        .map((row) => (row.kind === 'text' ? row.text : row.kind))
    expect(facts('Customer', 'x'.repeat(23))).toEqual([`Customer ${'x'.repeat(23)}`])
    expect(facts('Customer', 'x'.repeat(24))).toEqual(['Customer', `        ${'x'.repeat(24)}`])
    expect(facts('To', 'x'.repeat(29))).toEqual([`To ${'x'.repeat(29)}`])
    expect(facts('\u200b', '5')).toEqual([`${' '.repeat(31)}5`])
    expect(facts('A long label here', 'x'.repeat(20))).toEqual([
      'A long',
      `label here  ${'x'.repeat(20)}`,
    ])
    expect(facts('Customer', 'y'.repeat(40))).toEqual([
      'Customer',
      'y'.repeat(32),
      `${' '.repeat(24)}${'y'.repeat(8)}`,
    ])
  })
})

test('punctuation that no printer has is replaced by plain characters', () => {
  expect(plainText('2×3 – 4 — 5 − 6 ‘a’ “b” • ·')).toBe('2x3 - 4 - 5 - 6 \'a\' "b" * -')
  expect(plainText(' two  or\n\tmore\u00a0 blanks ')).toBe('two or more blanks')
})

test('a word as long as the paper is one row, a longer one is broken', () => {
  expect(wrapText('abcd', 4)).toEqual(['abcd'])
  expect(wrapText('abcdefgh', 4)).toEqual(['abcd', 'efgh'])
  expect(wrapText('ab abcde', 4)).toEqual(['ab', 'abcd', 'e'])
  expect(wrapText(' ', 4)).toEqual([])
})

test('a printer prints the last ASCII character, an empty row for a space, and no barcode of another alphabet', () => {
  const bytes = (row: Parameters<typeof escposOf>[0][number]) => [...escposOf([row], 32)].slice(5)
  expect(bytes({ kind: 'text', text: '~\u007f' }).slice(-3)).toEqual([0x7e, 0x3f, 0x0a])
  expect(bytes({ kind: 'space' })).toEqual([0x0a])
  expect(bytes({ kind: 'barcode', code: 'é' })).toEqual([])
  expect(code128Bars('é')).toBeNull()
})

test('a total of zero offers no amounts, bundles begin above ten thousand, and no cash has no parts', () => {
  expect(likelyCash(0)).toEqual([0])
  expect(likelyCash(17_300)).toContain(20_000)
  expect(likelyCash(9999)).toEqual([9999, 10_000])
  expect(changeDue(0, null)).toEqual({ ok: false, reason: 'pos-cash', amount: 0 })
  expect(countedTotal({ 0: 5, 5: 0, 10: 2 })).toBe(20)
})

test('review reasons have different texts', () => {
  expect(reviewFingerprint(['sum-differs', 'paid-late'])).toBe('paid-late sum-differs')
})
