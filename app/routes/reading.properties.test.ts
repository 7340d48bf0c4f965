import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, holds } from '../../tests/support/properties/holds.ts'
import { isQuantity } from '../modules/cart/add-to-cart.ts'
import { normalizeSearch } from '../modules/catalogue/missed-searches.ts'
import { readOrderNumber } from '../modules/orders/list-orders.ts'
import { readWaybill } from '../modules/orders/parcels/set-waybill.ts'
import { isSaleNumber } from '../modules/till/sales/find-till-sale.ts'
import { LONGEST_WAYBILL } from '../rules/orders/orders.ts'
import { isUuid } from '../rules/uuid.ts'
import {
  BAUD_RATES,
  PLAIN_SETTINGS,
  readPrintSettings,
} from '../ui/till/printing/printer-settings.ts'
import { parsePhotos, parseUpload } from '../web/forms/parse-upload.ts'
import { cleanForm, readFiles, readTexts } from '../web/forms/read-form.ts'
import { readWord } from '../web/lists/list-query.ts'
import { readProductsQuery } from '../web/lists/products-query.ts'
import { readDevice } from '../web/till-device.ts'
import { readCustomersQuery } from './admin/accounts/list-query.ts'
import { readActivityAddress } from './admin/audit/list-query.ts'
import { readBack } from './admin/catalogue/product-action.ts'
import { readProductValues } from './admin/catalogue/read-product-values.ts'
import { readCreditQuery } from './admin/credit/list-query.ts'
import { readDraft } from './admin/orders/read-draft.ts'
import { readWallet } from './admin/orders/refund-action.ts'
import { readChangeAddress } from './admin/pricing/read-address.ts'
import { readReturnQuery } from './admin/returns/list-query.ts'
import { readCourierId, readSection } from './admin/settings/address.ts'
import { readWay } from './admin/stock/label-query.ts'
import { readLedgerQuery, readStockFilter, readStockQuery } from './admin/stock/list-query.ts'
import { readSaleQuery, readShiftQuery } from './admin/till/list-query.ts'
import { readThen } from './shop/accounts/action.ts'
import { readCheckoutForm } from './shop/checkout/form.ts'
import { readAsked, readTyped } from './shop/orders/return-upload.ts'

// These functions read texts from addresses and forms, whoever wrote them: none throws, and every text that they return
// is accepted by the database, bounded, or one of the choices.

const ID = '7d9f1f0a-52c1-4b7e-9a0e-2f6f4a4f0c11'
const NAMES =
  'search sort status category show kind role about action person from to stock till shift receive adjust variant paper section edit new back id of name value until'.split(
    ' ',
  )
const WORDS = ['-total', 'name', 'active', 'low', 'percent', '2026-02-30', '2026-11-20', 'all', ID]
const value = fc.oneof(anyText(150), fc.constantFrom(...WORDS), fc.string({ minLength: 300 }))
const address = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 12 })
  .map((pairs) => new Request(`http://shop.invalid/admin?${new URLSearchParams(pairs)}`))

/** Every text in a result with its path; without the cursor, which its module reads (keyset.properties.test.ts). */
function textsIn(read: unknown, path = ''): [path: string, text: string][] {
  if (typeof read === 'string') return [[path, read]]
  if (typeof read !== 'object' || read === null || read instanceof Date) return []
  const entries = read instanceof Map ? [...read] : Object.entries(read)
  return entries.flatMap(([key, one]) =>
    key === 'after' ? [] : textsIn(one, `${path}.${String(key)}`),
  )
}

const isKept = (text: string) => !text.includes('\0')

const ADDRESSES = {
  readProductsQuery,
  readCustomersQuery,
  readActivityAddress,
  readCreditQuery,
  readReturnQuery,
  readStockQuery,
  readStockFilter,
  readLedgerQuery,
  readShiftQuery,
  readSaleQuery,
  readSection,
  readWay,
  readWord: (request: Request) => readWord(request, 'search'),
}

test.each(Object.entries(ADDRESSES))(
  '%s reads every URL as choices, ids and short texts',
  (_, read) =>
    holds(address, (request) => {
      for (const [path, text] of textsIn(read(request)))
        expect([path, text.length <= 254, isKept(text)]).toEqual([path, true, true])
    }),
)

test('a price change is read from every URL: products by id or by a list, and a form of short texts', () =>
  holds(address, (request) => {
    const { selection, values, read } = readChangeAddress(request, new Date('2026-11-26T10:00:00Z'))
    if ('ids' in selection) {
      expect(selection.ids.length).toBeLessThanOrEqual(100)
      expect(selection.ids.every(isUuid)).toBe(true)
    }
    for (const [path, text] of textsIn([values, read]))
      expect([path, text.length <= 100, isKept(text)]).toEqual([path, true, true])
  }))

test('a return link never leaves the shop, and a courier is a named one or a new one', () =>
  holds(address, (request) => {
    const back = new URL(readBack(request), request.url)
    expect(back.origin).toBe('http://shop.invalid')
    const then = readThen(new URL(request.url).searchParams.get('back'))
    expect(new URL(then, request.url).origin).toBe('http://shop.invalid')
    const { searchParams } = new URL(request.url)
    expect([null, 'new', searchParams.get('edit')]).toContain(readCourierId(request))
  }))

test('a till is identified by an id, whatever its header contains', () =>
  holds(fc.oneof(fc.constant(ID), fc.string({ unit: 'grapheme-ascii', maxLength: 60 })), (text) => {
    const device = readDevice(
      new Request('http://shop.invalid', { headers: { 'X-Till-Device': text } }),
    )
    expect(device === null || isUuid(device)).toBe(true)
    if (text === ID) expect(device).toBe(ID)
  }))

const FIELDS = [
  'intent',
  'code',
  'applied_code',
  'credit',
  'applied_credit',
  'checkout_key',
  'lines',
  'key',
  'courier',
  'seen_total.',
  'seen_discount',
  'product',
  `n:${ID}`,
  `units:${ID}`,
  'version',
  'return',
  'reason',
  'note',
  'operator',
  'phone',
  'name',
  'price',
  'tag',
  'track_inventory',
  'image_id',
  'image_alt',
  'variant_size',
  'variant_sku',
  'gone_size',
  'firstName',
  'notes',
]
const LINES = `[{"productId":"${ID}","variantId":"${ID}","quantity":1e999,"price":-1}]`
const form = fc
  .array(
    fc.tuple(
      fc.constantFrom(...FIELDS),
      fc.oneof(
        anyText(),
        fc.constantFrom(ID, '0', '1', '999', '1e3', 'damaged', LINES, '[{}]', '['),
      ),
    ),
    { maxLength: 20 },
  )
  .map((pairs) => {
    const sent = new FormData()
    for (const [name, text] of pairs) sent.append(name, text)
    return cleanForm(sent)
  })

test('a checkout is read from every form: its lines are complete or empty, and its key is valid', () =>
  holds(form, (sent) => {
    const { lines, key, seenDiscount, seenBalance } = readCheckoutForm(sent)
    expect(isUuid(key)).toBe(true)
    expect([typeof seenDiscount, typeof seenBalance]).toEqual(['number', 'number'])
    for (const line of lines ?? []) {
      expect(isUuid(line.productId) && isUuid(line.variantId)).toBe(true)
      expect([line.quantity, line.price].every(Number.isFinite)).toBe(true)
    }
  }))

test('an order that staff make is read from every form: products by id, and units from 1 to 999, and what is no such number as it was typed', () =>
  holds(form, (sent) => {
    const { products, units, unread, key, version } = readDraft(sent)
    expect(products.every(isUuid) && new Set(products).size === products.length).toBe(true)
    for (const [variantId, count] of units)
      expect([isUuid(variantId), Number.isInteger(count), count > 0, count < 1000]).not.toContain(
        false,
      )
    for (const [variantId, text] of unread)
      expect([isUuid(variantId), units.has(variantId), text]).toEqual([true, false, text.trim()])
    expect(isUuid(key)).toBe(true)
    expect(version === null || Number.isSafeInteger(version)).toBe(true)
  }))

test('a return request names its order line by line, and is shown again as it was typed', () =>
  holds(form, (sent) => {
    const asked = readAsked(sent)
    const typed = readTyped(sent)
    expect(typed.lines.every(({ lineId }) => isUuid(lineId))).toBe(true)
    if (asked)
      expect([asked.reason, asked.note ?? '', asked.lines]).toEqual([
        typed.reason,
        typed.note,
        typed.lines,
      ])
  }))

test('a product is read from every form as texts, row by row, and a wallet as two short ones', () =>
  holds(form, (sent) => {
    const values = readProductValues(sent)
    expect(values.tags.every((tag) => tag.trim() !== '')).toBe(true)
    expect(values.images).toHaveLength(readTexts(sent, 'image_id').length)
    expect(textsIn(values).every(([, text]) => isKept(text))).toBe(true)
    const { operator, phone } = readWallet(sent)
    expect([operator.length <= 20, phone.length <= 40]).toEqual([true, true])
  }))

test('order and sale numbers, waybills and searches are read when they are valid, otherwise as none', () =>
  holds(fc.oneof(anyText(80), fc.stringMatching(/^ ?[a-zA-Z]{1,7}-\d{4}-\d{1,13} ?$/)), (text) => {
    const number = readOrderNumber(text)
    expect(
      number === null || (number === number.trim() && readOrderNumber(number) === number),
    ).toBe(true)
    expect(isSaleNumber(text)).toBe(number !== null)
    const waybill = readWaybill(text)
    if (waybill) {
      expect(waybill.length).toBeLessThanOrEqual(LONGEST_WAYBILL)
      expect(readWaybill(waybill)).toBe(waybill)
    }
    const words = normalizeSearch(text)
    expect(words).toMatch(/^[\p{L}\p{N}]*( [\p{L}\p{N}]+)*$/u)
    expect(normalizeSearch(words)).toBe(words)
  }))

test('a quantity is a whole number of units from 1 to 999', () =>
  holds(fc.oneof(fc.anything(), fc.double(), fc.integer({ min: -5, max: 1005 })), (given) => {
    const isUnits =
      typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= 999
    expect(isQuantity(given)).toBe(isUnits)
  }))

test("a printer's settings are valid choices, whatever a device has stored", () =>
  holds(
    fc.oneof(
      anyText(),
      fc.jsonValue(),
      fc.record({
        way: fc.constantFrom('window', 'usb', 'serial', 'fax', null),
        columns: fc.constantFrom(32, 48, 40, '32'),
        when: fc.constantFrom('always', 'asked', 'never', ''),
        baudRate: fc.constantFrom(...BAUD_RATES, 1),
        drawer: fc.constantFrom(null, 2, 5, 3),
      }),
    ),
    (kept) => {
      const read = readPrintSettings(kept)
      expect(['window', 'usb', 'serial']).toContain(read.way)
      expect([32, 48]).toContain(read.columns)
      expect(['always', 'asked', 'never']).toContain(read.when)
      expect(BAUD_RATES).toContain(read.baudRate)
      expect([null, 2, 5]).toContain(read.drawer)
      if (!read.device) expect(read.way).toBe('window')
      expect(readPrintSettings(null)).toEqual(PLAIN_SETTINGS)
    },
  ))

const CONTENT = { 'content-type': 'multipart/form-data; boundary=x' }
const part = fc.tuple(anyText(10), fc.boolean(), anyText(60)).map(([name, isFile, text]) => {
  const field = name.replaceAll(/["\r\n]/g, '')
  return `--x\r\nContent-Disposition: form-data; name="${field}"${isFile ? '; filename="a"' : ''}\r\n\r\n${text}\r\n`
})

test('an upload is read completely, or up to its refusal, whatever its bytes are', () =>
  holds(
    fc.tuple(
      fc.array(fc.oneof(part, anyText(30)), { maxLength: 6 }),
      fc.constantFrom('--x--\r\n', '', '--x'),
    ),
    async ([parts, end]) => {
      const send = () =>
        new Request('http://shop.invalid', {
          method: 'POST',
          headers: CONTENT,
          body: parts.join('') + end,
        })
      const { form: sent, refusal } = await parseUpload(send(), {
        maxFiles: 1,
        maxParts: 3,
        mostBytes: 1000,
      })
      expect(readFiles(sent, 'photo').every((file) => file.size > 0)).toBe(true)
      expect([...sent.values()].filter((one) => one instanceof File).length).toBeLessThanOrEqual(1)
      expect([null, 'upload-cut', 'picture-too-large']).toContain(refusal?.reason ?? null)
      if (parts.length === 0 && end.endsWith('--\r\n')) expect(refusal).toBe(null)
      expect([null, 'upload-cut']).toContain((await parsePhotos(send(), 3)).refusal?.reason ?? null)
    },
    100,
  ))
