import { expect, test } from 'vitest'
import { eanCheckDigit } from './ean13.ts'
import { makeBarcode, makeSku, variantSku } from './product-codes.ts'

const now = new Date('2026-11-20T08:00:00.482Z')

test('a generated SKU is a prefix, six digits of time and three uppercase letters', () => {
  expect(makeSku('Chitenje Wrap Dress', now, Math.random)).toMatch(/^CHI-\d{6}-[A-Z]{3}$/)
  expect(makeSku('Chitenje', now, () => 0.999_999)).toBe(
    `CHI-${String(now.getTime()).slice(-6)}-ZZZ`,
  )
  expect(makeSku('Élan 2', now, () => 0)).toMatch(/^ELA-\d{6}-AAA$/)
})

test('a name without Latin characters still gets a SKU', () => {
  expect(makeSku('', now, Math.random)).toMatch(/^PRD-\d{6}-[A-Z]{3}$/)
  expect(makeSku('衣服', now, Math.random)).toMatch(/^PRD-/)
})

test('a generated barcode is valid for scanners, in the range for internal use', () => {
  for (let n = 0; n < 200; n += 1) {
    const code = makeBarcode(Math.random)
    expect(code).toMatch(/^2\d{12}$/)
    expect(code.at(-1)).toBe(eanCheckDigit(code.slice(0, 12)))
  }
  expect(makeBarcode(() => 0)).toBe('2000000000008')
})

test('a variant’s SKU is made of its product, color and size', () => {
  expect(variantSku('TEE-1', 'XL', 'Sky Blue')).toBe('TEE-1-SKYBLUE-XL')
  expect(variantSku('TEE-1', '7.5', '')).toBe('TEE-1-7.5')
  expect(variantSku('TEE-1', '', 'Black/White')).toBe('TEE-1-BLACKWHITE')
})

test('an EAN-13 ends with its check digit', () => {
  expect(eanCheckDigit('400638133393')).toBe('1')
  expect(eanCheckDigit('590123412345')).toBe('7')
})
