import { afterEach, expect, test, vi } from 'vitest'
import { escposOf } from '../../../rules/till/escpos.ts'
import { rowsOfLabels } from '../../../rules/till/label-rows.ts'
import { PLAIN_SETTINGS } from '../printing/printer-settings.ts'
import { printLabels } from './print-labels.ts'

afterEach(() => vi.unstubAllGlobals())

const DRESS = {
  id: 'p',
  name: 'Wrap Dress',
  price: 45_000,
  comparePrice: null,
  sku: 'DR-12',
  barcode: null,
  categoryId: null,
  isTracked: true,
  picture: null,
  variants: [
    {
      id: 'm',
      sku: 'DR-12-M',
      barcode: '2000000000008',
      size: 'M',
      color: null,
      colorValue: null,
      onHand: 2,
    },
  ],
}
const COUNTS = new Map([['m', 2]])

function aPrinter() {
  const paper: number[] = []
  const port = {
    getInfo: () => ({}),
    open: async () => {},
    close: async () => {},
    get writable() {
      return new WritableStream<Uint8Array>({ write: (chunk) => void paper.push(...chunk) })
    },
  }
  return { paper, port }
}
const connect = (...ports: object[]) =>
  vi.stubGlobal('navigator', {
    locks: { request: (_: string, act: () => Promise<unknown>) => act() },
    serial: { getPorts: async () => ports },
  })
const SERIAL = {
  ...PLAIN_SETTINGS,
  way: 'serial',
  device: { vendorId: null, productId: null, serial: null },
} as const

test('labels are sent to the receipt printer, and to no other device', async () => {
  const { paper, port } = aPrinter()
  connect(port)
  expect(await printLabels(DRESS, COUNTS, SERIAL)).toEqual({ ok: true })
  expect(paper).toEqual([...escposOf(rowsOfLabels(DRESS, COUNTS, 32), 32)])
})

test('a printer that is not connected is reported, and the labels can be requested again', async () => {
  connect()
  expect(await printLabels(DRESS, COUNTS, SERIAL)).toEqual({
    ok: false,
    reason: 'pos-printer-away',
  })
})
