import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { eanCheckDigit } from '../../../rules/catalogue/ean13.ts'
import { makeBarcode } from '../../../rules/catalogue/product-codes.ts'
import { countLabels, labelBars, MOST_LABELS } from '../../../rules/stock/labels.ts'
import { Label, LabelSheet } from './label-sheet.tsx'

beforeAll(() => {
  const wasmBinary = readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } })
})

const row = (code: string) => ({
  id: code,
  productId: 'p',
  product: 'Chitenje Wrap Dress with a very long name',
  size: 'M',
  color: 'Red',
  price: 45_000,
  code,
  onHand: 3,
})

/** The bars of a label as a label printer prints them: 31 mm at 8 dots per millimeter, black or white. */
async function readLabel(code: string) {
  const markup = renderToStaticMarkup(<Label row={row(code)} />)
  const [svg] = /<svg.*<\/svg>/.exec(markup) ?? []
  if (!svg) return null
  const image = svg
    .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg" width="248" height="76"')
    .replace(/style="[^"]*"/, '')
  const png = await sharp(Buffer.from(image))
    .flatten({ background: 'white' })
    .extend({ left: 28, right: 28, top: 8, bottom: 8, background: 'white' })
    .threshold(128)
    .png()
    .toBuffer()
  const [read] = await readBarcodes(new Blob([new Uint8Array(png)]), { maxNumberOfSymbols: 1 })
  return read ? `${read.format} ${read.text}` : 'unread'
}

test('a printed label is read by a barcode decoder', { tags: 'slow' }, async () => {
  const made = Array.from({ length: 20 }, () => makeBarcode(Math.random))
  for (const code of [
    `600123456789${eanCheckDigit('600123456789')}`,
    '0123456789012',
    '2000000000008',
    ...made,
  ])
    expect(await readLabel(code)).toMatch(new RegExp(`^EAN-?13 ${code}$`))
  expect(await readLabel('DR-12-M')).toMatch(/^Code-?128 DR-12-M$/)
})

test('a code that is too long for a label is printed without a barcode', async () => {
  expect(await readLabel('CHI-482913-QXD-RED-XL')).toBeNull()
  expect(labelBars('ä')).toBeNull()
})

test('each size has as many labels as requested, up to a plausible number', () => {
  expect(countLabels(['2', '', 'x', '-1'], 5)).toEqual([2, 0, 0, 0, 0])
  expect(countLabels(['9999', '5'], 2)).toEqual([MOST_LABELS, 0])
  const markup = renderToStaticMarkup(
    <LabelSheet rows={[row('a'), row('b')]} counts={[2, 1]} paper="roll" />,
  )
  expect(markup.match(/<li/g)).toHaveLength(3)
})
