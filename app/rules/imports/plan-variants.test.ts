import { describe, expect, test } from 'vitest'
import {
  add,
  type Cells,
  DRESS,
  edit,
  FACTS,
  NEW,
  rowsOf,
} from '../../../tests/support/imports/planning.ts'
import type { ProductValues } from '../catalogue/product-values.ts'
import { planProduct, skusOf } from './plan-product.ts'

const M = { size: 'M', color: '', sku: 'D-1-M', barcode: '222', inventory: '4', loaded: '4' }
const SIZED: ProductValues = {
  ...DRESS,
  inventory_quantity: '',
  inventoryLoaded: '0',
  variants: [M],
}

describe('codes', () => {
  test('of the product itself are not taken, and blank ones have no owner', () => {
    const cells = { SKU: 'D-1', Barcode: '111', Size: 'M', 'Variant SKU': 'D-1-M', Price: '5' }
    expect(edit(SIZED, cells)).toMatchObject({ state: 'changed', faults: [] })
    const facts = { ...FACTS, ownerOfBarcode: new Map([['', 'other']]) }
    const rows = rowsOf({ ...NEW, Barcode: '', Size: 'M' })
    expect(planProduct(rows, null, facts).faults).toEqual([])
  })

  test('that another product owns are shown in the row of their variant, or the first row', () => {
    const rows = [
      { ...NEW, Handle: 's', Size: 'M' },
      { Handle: 's', Size: 'L', 'Variant SKU': 'D-9', 'Variant barcode': '999' },
      { Handle: 's', Size: 'XL', 'Variant barcode': 'ü' },
    ]
    expect(add(...rows).faults).toEqual([
      { row: 4, column: 'Variant barcode', code: 'form', field: 'variants.2.barcode' },
      { row: 3, column: 'Variant SKU', code: 'variant-sku-taken' },
      { row: 3, column: 'Variant barcode', code: 'variant-barcode-taken' },
    ])
    const kept = { ...SIZED, variants: [{ ...M, sku: 'D-9', barcode: '999' }] }
    expect(edit(kept, { Price: '5' }).faults).toEqual([
      { row: 2, column: 'Variant SKU', code: 'variant-sku-taken' },
      { row: 2, column: 'Variant barcode', code: 'variant-barcode-taken' },
    ])
    const bad = { ...SIZED, variants: [{ ...M, barcode: 'ü' }] }
    expect(edit(bad, { Price: '5' }).faults).toMatchObject([{ row: 2, code: 'form' }])
  })

  test('of variants are made from the SKU, color and size unless they have their own', () => {
    expect(skusOf({ sku: 'D', variants: [] })).toEqual(['D'])
    const made = { ...M, sku: '', color: 'Red' }
    expect(skusOf({ sku: 'D', variants: [M, made] })).toEqual(['D-1-M', 'D-RED-M'])
  })
})

describe('the sizes and colors of a file', () => {
  const L = { size: 'L', color: '', sku: '', barcode: '', inventory: '0', loaded: '0' }
  // The cells of the product's rows, and the variants that it has afterwards.
  test.each<[Cells[], ProductValues['variants']]>([
    [[{ Size: ' L ' }], [M, L]],
    [[{ Size: 'L', Stock: ' 6 ' }], [M, { ...L, inventory: '6' }]],
    [[{ Size: 'L', Stock: ' ' }], [M, L]],
    [[{ Color: ' Red ' }], [M, { ...L, size: '', color: 'Red' }]],
    [
      [{ Size: 'L', 'Variant SKU': ' a ', 'Variant barcode': ' 5 ' }],
      [M, { ...L, sku: 'a', barcode: '5' }],
    ],
    [[{ Size: 'M', Stock: '99' }], [M]],
    [[{ Size: 'M', 'Variant SKU': ' ', 'Variant barcode': ' ' }], [M]],
    [
      [{ Size: 'M', 'Variant SKU': ' a ', 'Variant barcode': ' 5 ' }],
      [{ ...M, sku: 'a', barcode: '5' }],
    ],
    [[{ Size: ' ', Color: ' ' }], [M]],
    [
      [{ Size: 'L' }, { Size: 'M', Color: 'Red' }],
      [M, L, { ...L, size: 'M', color: 'Red' }],
    ],
  ])('%j', (cells, variants) => {
    const { plan, faults } = edit(SIZED, ...cells)
    expect([plan.values.variants, faults]).toEqual([variants, []])
  })

  test('may be ones that the shop does not list when the product has them', () => {
    const old = { ...M, size: 'Mammoth', color: 'Octarine' }
    const was = { ...SIZED, variants: [M, old] }
    expect(edit(was, { Size: 'Mammoth', Color: 'Octarine' }).faults).toEqual([])
    const only = { ...SIZED, variants: [old] }
    expect(edit(only, { Size: 'Giant', Color: 'Plaid' }).faults).toMatchObject([
      { column: 'Size', code: 'size-not-listed' },
      { column: 'Color', code: 'color-not-listed' },
    ])
  })

  test('stand once in a file, and in each of several rows', () => {
    expect(
      edit(SIZED, { Size: 'L' }, { Size: ' L' }, { Color: ' ' }, { Size: 'L' }).faults,
    ).toEqual([
      { row: 3, column: 'Size', code: 'size-twice', first: 2 },
      { row: 4, column: 'Size', code: 'size-missing' },
      { row: 5, column: 'Size', code: 'size-twice', first: 3 },
    ])
  })

  test('take the place of a product without any, whose stock must be gone', () => {
    const empty = { ...DRESS, inventory_quantity: '0', inventoryLoaded: '0' }
    const { plan, ...others } = edit(empty, { Size: 'L' })
    expect(others).toEqual({ state: 'changed', faults: [] })
    expect(plan.values.gone).toEqual([{ size: '', color: '', loaded: '0' }])
    const full = edit(DRESS, { Size: 'L' })
    expect(full.faults).toEqual([{ row: 2, column: 'Size', code: 'stock-without-size' }])
    expect(full.plan.values.gone).toEqual([{ size: '', color: '', loaded: '7' }])
    expect(edit(SIZED, { Size: 'L' }).plan.values.gone).toEqual([])
    expect(add({ ...NEW, Size: 'L' }).plan.values.gone).toEqual([])
  })

  test('may have rows that leave the product blank or repeat it, but not one that differs', () => {
    const first = { ...NEW, Handle: 's', Size: 'M', Stock: '1', 'Variant SKU': 'a' }
    const next = { Size: 'L', Color: 'Red', Stock: '2', 'Variant SKU': 'b', 'Variant barcode': '7' }
    const faultsOf = (cells: Cells) => add(first, { Handle: 'S ', ...next, ...cells }).faults
    expect(faultsOf({ Name: 'Shirt', Price: ' ', Brand: '' })).toEqual([])
    expect(faultsOf({ Name: 'Skirt', Brand: 'Chic' })).toEqual([
      { row: 3, column: 'Name', code: 'differs-from-first', first: 2 },
      { row: 3, column: 'Brand', code: 'differs-from-first', first: 2 },
    ])
  })
})
