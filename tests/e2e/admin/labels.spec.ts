import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { LABELS_ON_SHEET } from '../../../app/rules/stock/labels.ts'
import { signInAs } from '../../support/browse.ts'

/** A label printer has 203 dots per inch; a screen has 96 pixels. */
const PRINTER = 203 / 96
const MM = 72 / 25.4

test.use({ deviceScaleFactor: PRINTER })

/** The pages that Chromium prints, each with width and height in millimetres. */
async function printedPages(page: Page) {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  return [...pdf.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)].map(
    ([, width, height]) => [Math.round(Number(width) / MM), Math.round(Number(height) / MM)],
  )
}

/** Decodes the barcode of a label as printed, in black and white. */
async function decode(page: Page) {
  const label = await page.locator('.label-card').last().screenshot()
  const paper = await sharp(label).threshold(128).png().toBuffer()
  const [read] = await readBarcodes(new Blob([new Uint8Array(paper)]), { maxNumberOfSymbols: 1 })
  return read?.text
}

test('labels are printed in their size, and a decoder can read them', {
  tag: '@desk',
}, async ({ page }) => {
  const wasmBinary = readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } })
  await signInAs(page, 'admin@zovala.test')
  const { id, barcode } = await (await page.request.get('/api/products/canvas-tote-bag')).json()
  expect(barcode).toMatch(/^\d{13}$/)
  const print = (paper: string, count: number) =>
    page.goto(`/admin/labels/print?product=${id}&paper=${paper}&n=${count}`)

  await print('roll', 3)
  expect(await printedPages(page)).toEqual([
    [38, 25],
    [38, 25],
    [38, 25],
  ])
  await page.emulateMedia({ media: 'print' })
  expect(await decode(page)).toBe(barcode)

  await print('a4', LABELS_ON_SHEET)
  expect(await printedPages(page)).toEqual([[210, 297]])
  expect(await decode(page)).toBe(barcode)
  await print('a4', LABELS_ON_SHEET + 1)
  expect(await printedPages(page)).toHaveLength(2)
})
