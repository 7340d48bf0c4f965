import { describe, expect, test } from 'vitest'
import {
  add,
  type Cells,
  DRESS,
  edit,
  FACTS,
  NEW,
  rowsOf,
  stored,
} from '../../../tests/support/imports/planning.ts'
import { EMPTY_PRODUCT, type ProductValues } from '../catalogue/product-values.ts'
import { type ProductPlan, planProduct } from './plan-product.ts'

const PLAIN: ProductValues = { ...DRESS, tags: ['old'], brand: 'Chic' }

describe('a row about a product of the shop', () => {
  // Each row: the cell, and what it makes of the product; {} leaves it as it is.
  test.each<[Cells, Partial<ProductValues>]>([
    [{}, {}],
    [{ Name: ' ', SKU: '', Price: ' ', Status: ' ' }, {}],
    [{ Name: ' Gown ' }, { name: 'Gown' }],
    [{ SKU: ' D-2 ' }, { sku: 'D-2' }],
    [{ Barcode: ' 333 ' }, { barcode: '333' }],
    [{ Barcode: '' }, { barcode: '' }],
    [{ Price: 'MK 12,500' }, { price: '12500' }],
    [{ Price: ' mk12 500 ' }, { price: '12500' }],
    [{ 'Compare price': 'Mk 1,000 ' }, { compare_price: '1000' }],
    [{ 'Cost price': '1,000' }, { cost_price: '1000' }],
    [{ Brand: '' }, { brand: '' }],
    [{ Brand: '1,000' }, { brand: '1,000' }],
    [{ Location: 'A-1' }, { location: 'A-1' }],
    [{ Weight: '0.5' }, { weight: '0.5' }],
    [{ 'Short description': 'Soft' }, { short_description: 'Soft' }],
    [{ Description: ' one\r\ntwo ' }, { description: 'one\r\ntwo' }],
    [{ 'Meta title': 'T' }, { meta_title: 'T' }],
    [{ 'Meta description': 'D' }, { meta_description: 'D' }],
    [{ Status: ' Active ' }, {}],
    [{ Tags: 'new, red' }, { tags: ['new', 'red'] }],
    [{ Tags: '' }, { tags: [] }],
    [{ Featured: ' YES ' }, { featured: true }],
    [{ Featured: 'true' }, { featured: true }],
    [{ Featured: '1' }, { featured: true }],
    [{ Featured: ' ' }, {}],
    [{ 'Track stock': 'No' }, { trackInventory: false }],
    [{ 'Track stock': 'false' }, { trackInventory: false }],
    [{ 'Track stock': '0' }, { trackInventory: false }],
    [{ Stock: '99' }, {}],
    [{ Handle: 'other' }, {}],
    [{ Category: ' ' }, { category_id: '' }],
    [{ Archived: 'no' }, {}],
  ])('with the cells %j makes of it %j', (cells, expected) => {
    const { plan, faults, state } = edit(PLAIN, cells)
    expect(faults).toEqual([])
    expect(plan.values).toEqual({ ...PLAIN, ...expected })
    expect(state).toBe(Object.keys(expected).length > 0 ? 'changed' : 'same')
    expect(plan).toMatchObject({ edit: { id: 'p', version: 3 }, slug: null, category: null })
  })

  test('lists what it changes, with the paths of categories', () => {
    const was = { ...PLAIN, category_id: 'c-maxi-2' }
    const changes = (cells: Cells, facts = FACTS, values: ProductValues = was) =>
      planProduct(rowsOf(cells), stored(values), facts).plan.changes
    expect(changes({ Price: '200', Category: 'dresses' })).toEqual([
      { column: 'Category', from: 'dresses/maxi', to: 'dresses' },
      { column: 'Price', from: '100', to: '200' },
    ])
    expect(changes({ Category: '' })).toEqual([
      { column: 'Category', from: 'dresses/maxi', to: '' },
    ])
    const adding = { ...FACTS, addsCategories: true }
    expect(changes({ Category: 'Shoes' }, adding)).toEqual([
      { column: 'Category', from: 'dresses/maxi', to: 'Shoes' },
    ])
    expect(changes({ Category: 'dresses' }, FACTS, { ...PLAIN, category_id: '' })).toEqual([
      { column: 'Category', from: '', to: 'dresses' },
    ])
  })

  test('keeps line breaks of its texts when the file only writes them in another way', () => {
    const was = { ...PLAIN, description: ' one\ntwo' }
    expect(edit(was, { Description: 'one\r\ntwo ' })).toMatchObject({ state: 'same', faults: [] })
    const windows = { ...PLAIN, description: 'one\r\ntwo' }
    expect(edit(windows, { Description: 'one\ntwo' }).state).toBe('same')
    expect(edit(windows, { Description: 'onetwo' }).state).toBe('changed')
  })

  test('that would change nothing is still refused for a cell that cannot be read', () =>
    expect(edit(PLAIN, { Featured: 'maybe' })).toMatchObject({
      state: 'bad',
      faults: [{ row: 2, column: 'Featured', code: 'yes-or-no' }],
    }))

  test('that is archived is refused, but one that would not change is not', () => {
    const archived = (cells: Cells) => planProduct(rowsOf(cells), stored(PLAIN, true), FACTS)
    expect(archived({ Price: '100' })).toMatchObject({ state: 'same', faults: [] })
    expect(archived({ Price: '200', Archived: 'yes' })).toMatchObject({
      state: 'bad',
      faults: [{ row: 2, column: 'SKU', code: 'product-archived' }],
    })
  })
})

describe('the category of a row', () => {
  test.each<[string, boolean, string, ProductPlan['category'], string[]]>([
    [' Dresses ', false, 'c-dresses', null, []],
    ['dresses / MAXI', false, 'c-maxi', null, []],
    ['Shoes', false, '', 'Shoes', ['category-unknown']],
    [' Shoes / Flat ', true, '', 'Shoes / Flat', []],
    ['a/b/c', true, '', 'a/b/c', ['category-too-deep']],
    ['a/b/c', false, '', 'a/b/c', ['category-too-deep']],
    ['a/ ', true, '', 'a/', ['category-too-deep']],
    ['dresses\\/maxi', true, 'c-slash', null, []],
    ['Dresses / A\\/B', false, 'c-a-b', null, []],
    ['Dresses / a/b', false, 'c-a-b', null, []],
    ['Dresses\\/A / B', true, '', 'Dresses\\/A / B', []],
  ])('%j, with missing ones added: %s', (cell, addsCategories, id, added, codes) => {
    const facts = { ...FACTS, addsCategories }
    const { plan, faults } = planProduct(rowsOf({ ...NEW, Category: cell }), null, facts)
    expect([plan.values.category_id, plan.category]).toEqual([id, added])
    const own = faults.filter(({ code }) => code !== 'form')
    expect(own).toEqual(codes.map((code) => ({ row: 2, column: 'Category', code })))
  })

  test('stays when several have its name and the product is in one of them', () => {
    const of = (category_id: string) =>
      edit({ ...PLAIN, category_id }, { Category: 'Dresses/Maxi' }).plan.values.category_id
    expect([of('c-maxi'), of('c-maxi-2'), of('c-dresses')]).toEqual([
      'c-maxi',
      'c-maxi-2',
      'c-maxi',
    ])
  })

  test('that is added changes a product without a category', () => {
    const facts = { ...FACTS, addsCategories: true }
    const was = stored({ ...PLAIN, category_id: '' })
    expect(planProduct(rowsOf({ Category: 'Shoes' }), was, facts).state).toBe('changed')
  })
})

describe('a row about a new product', () => {
  test('gives it its handle, its stock and the values of an empty form', () => {
    expect(add({ ...NEW, Handle: ' shirt ', Stock: ' 5 ' })).toEqual({
      state: 'new',
      faults: [],
      plan: {
        edit: null,
        slug: 'shirt',
        category: null,
        changes: [],
        values: {
          ...EMPTY_PRODUCT,
          name: 'Shirt',
          sku: 'S-1',
          price: '50',
          inventory_quantity: '5',
        },
      },
    })
    expect(add({ ...NEW, Handle: ' ' }).plan).toMatchObject({
      slug: null,
      values: { inventory_quantity: '0' },
    })
    expect(add({ ...NEW, Stock: ' ' }).plan.values.inventory_quantity).toBe('0')
    expect(add(NEW).plan.slug).toBeNull()
    expect(add({ ...NEW, Size: 'M', Stock: '5' }).plan.values.inventory_quantity).toBe('')
  })

  test.each<[Cells, string, string]>([
    [{ Price: ' ' }, 'Price', 'price'],
    [{ Price: 'cheap' }, 'Price', 'price'],
    [{ Price: '1 mk' }, 'Price', 'price'],
    [{ Name: '' }, 'Name', 'name'],
    [{ SKU: '' }, 'SKU', 'sku'],
    [{ Barcode: 'ü' }, 'Barcode', 'barcode'],
    [{ 'Compare price': 'x' }, 'Compare price', 'compare_price'],
    [{ 'Cost price': 'x' }, 'Cost price', 'cost_price'],
    [{ Brand: 'x'.repeat(101) }, 'Brand', 'brand'],
    [{ Location: 'x'.repeat(101) }, 'Location', 'location'],
    [{ Weight: 'heavy' }, 'Weight', 'weight'],
    [{ Status: 'Not Yet' }, 'Status', 'status'],
    [{ Stock: 'many' }, 'Stock', 'inventory_quantity'],
    [{ Tags: 'x'.repeat(51) }, 'Tags', 'tags'],
    [{ Category: 'Dresses' }, 'Category', 'category_id'],
    [{ Size: 'M', 'Variant barcode': 'ü' }, 'Variant barcode', 'variants.0.barcode'],
    [{ Size: 'M', Stock: 'many' }, 'Stock', 'variants.0.inventory'],
    [{ Size: 'M', 'Variant SKU': 'x'.repeat(65) }, 'Variant SKU', 'variants.0.sku'],
  ])('with %j shows the error of the form under %s', (cells, column, field) => {
    expect(add({ ...NEW, ...cells })).toMatchObject({
      state: 'bad',
      faults: [{ row: 2, column, code: 'form', field }],
    })
  })

  test('with many sizes shows the error of each under its row', () => {
    const sizes = Array.from({ length: 12 }, (_, n) => ({ Size: `${n + 1}`, Stock: '1' }))
    const { faults } = add({ ...NEW, ...sizes[0] }, ...sizes.slice(1, -1), {
      Size: '12',
      Stock: 'x',
    })
    expect(faults).toEqual([
      { row: 13, column: 'Stock', code: 'form', field: 'variants.11.inventory' },
    ])
  })

  test('whose price is missing is refused, whatever the empty form offers', () => {
    const { Price: _, ...others } = NEW
    const { faults, plan } = add(others)
    expect(faults).toEqual([{ row: 2, column: 'Price', code: 'form', field: 'price' }])
    expect(plan.values.price).toBe('')
  })

  test('with a status of several words reads it as the form stores it', () =>
    expect(add({ ...NEW, Status: ' Out Of Shop' }).plan.values.status).toBe('out_of_shop'))

  test('with 301 sizes is refused under its size', () => {
    const rows = Array.from({ length: 301 }, (_, at) => ({ Handle: 's', Size: `${at}` }))
    const { faults } = add({ ...NEW, Size: 'M' }, ...rows)
    expect(faults.filter(({ code }) => code === 'form')).toEqual([
      { row: 2, column: 'Size', code: 'form', field: 'variants' },
    ])
  })

  test.each<[Cells, string, string]>([
    [{ Featured: 'maybe' }, 'Featured', 'yes-or-no'],
    [{ 'Track stock': '2' }, 'Track stock', 'yes-or-no'],
    [{ Archived: ' Yes ' }, 'Archived', 'product-archived-there'],
    [{ Archived: 'yes' }, 'Archived', 'product-archived-there'],
    [{ Barcode: '2.3E+12' }, 'Barcode', 'number-shortened'],
    [{ Barcode: '2,35e+12' }, 'Barcode', 'number-shortened'],
    [{ Barcode: '2E+12' }, 'Barcode', 'number-shortened'],
    [{ Size: 'M', 'Variant barcode': '2.35E+12' }, 'Variant barcode', 'number-shortened'],
    [{ Size: 'Mammoth' }, 'Size', 'size-not-listed'],
    [{ Color: 'Octarine' }, 'Color', 'color-not-listed'],
    [{ SKU: 'TAKEN' }, 'SKU', 'sku-taken'],
    [{ SKU: 'D-9' }, 'SKU', 'variant-sku-taken'],
    [{ SKU: 'D-9', Size: 'L', Color: 'Red' }, 'Variant SKU', 'variant-sku-taken'],
    [{ Size: 'L', 'Variant SKU': 'D-1-M' }, 'Variant SKU', 'variant-sku-taken'],
    [{ Barcode: '999' }, 'Barcode', 'barcode-taken'],
    [{ Size: 'L', 'Variant barcode': '999' }, 'Variant barcode', 'variant-barcode-taken'],
  ])('with %j has the fault under %s: %s', (cells, column, code) => {
    const { state, faults } = add({ ...NEW, ...cells })
    expect(state).toBe('bad')
    expect(faults.filter((one) => one.code !== 'form')).toEqual([{ row: 2, column, code }])
  })

  test.each(['X2E+12', '2E+12X', '22.3E+12', '2.3E12', 'maybe'])(
    'may have the barcode %s',
    (Barcode) =>
      expect(add({ ...NEW, Barcode }).faults.filter(({ code }) => code !== 'form')).toEqual([]),
  )

  test.each(['no', 'yes, later', 'not yes', ''])('is not archived by %j', (Archived) =>
    expect(add({ ...NEW, Archived }).state).toBe('new'),
  )
})
