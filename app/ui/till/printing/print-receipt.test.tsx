import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawerKick, escposOf } from '../../../rules/till/escpos.ts'
import { receiptRows } from '../../../rules/till/receipt-rows.ts'
import { openDrawer, printReceipt } from './print-receipt.ts'
import { PLAIN_SETTINGS, type PrintSettings } from './printer-settings.ts'
import { ReceiptPaper } from './receipt-paper.tsx'
import { testReceipt } from './test-receipt.ts'

const SLIP = testReceipt(new Date('2026-11-20T12:05:00Z'))
const SERIAL: PrintSettings = {
  ...PLAIN_SETTINGS,
  way: 'serial',
  columns: 48,
  drawer: 2,
  device: { vendorId: null, productId: null, serial: null },
}
const open = vi.fn<(...args: string[]) => Window | null>(() => null)
let paper: number[]

beforeEach(() => {
  paper = []
  open.mockClear()
  const port = {
    getInfo: () => ({}),
    open: async () => {},
    close: async () => {},
    get writable() {
      return new WritableStream<Uint8Array>({ write: (chunk) => void paper.push(...chunk) })
    },
  }
  vi.stubGlobal('window', { open })
  vi.stubGlobal('navigator', {
    locks: { request: (_: string, act: () => Promise<unknown>) => act() },
    serial: { getPorts: async () => [port] },
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the print window is opened by the click itself, 400 x 600; blocked popups are reported', async () => {
  const printed = printReceipt(SLIP, PLAIN_SETTINGS)
  expect(open.mock.calls).toEqual([
    [expect.stringMatching(/^\/admin\/pos\/receipt\.html#/), '', 'width=400,height=600'],
  ])
  expect(await printed).toEqual({ ok: false, reason: 'pos-print' })
})

test('a cash sale on a receipt printer first opens the drawer, other slips do not', async () => {
  const slip = [...escposOf(receiptRows(SLIP, 48), 48)]
  expect(await printReceipt(SLIP, SERIAL, { opensDrawer: true })).toEqual({ ok: true })
  expect(paper).toEqual([...drawerKick(2), ...slip])
  paper = []
  expect(await printReceipt(SLIP, SERIAL)).toEqual({ ok: true })
  expect(paper).toEqual(slip)
  expect(open).not.toHaveBeenCalled()
})

test('the drawer, if there is one, opens without a receipt', async () => {
  await openDrawer(SERIAL)
  expect(paper).toEqual([...drawerKick(2)])
  paper = []
  expect(await openDrawer({ ...SERIAL, drawer: null })).toEqual({ ok: true })
  expect(await openDrawer({ ...SERIAL, way: 'window' })).toEqual({ ok: true })
  expect(paper).toEqual([])
})

test('the printed page has everything that the printer prints, in the width of its paper', () => {
  for (const columns of [32, 48] as const) {
    const rows = receiptRows(SLIP, columns)
    const html = renderToStaticMarkup(<ReceiptPaper rows={rows} columns={columns} />)
    for (const row of rows) if (row.kind === 'text') expect(html).toContain(`>${row.text}<`)
    expect(html).toContain(`width:${columns === 32 ? 58 : 80}mm`)
    expect(html).toContain('<rect x="0"')
  }
})
