import { expect, test } from 'vitest'
import { readProduct } from '../../../rules/catalogue/product-form.ts'
import { EMPTY_PRODUCT } from '../../../rules/catalogue/product-values.ts'
import { readProductValues } from './read-product-values.ts'

test('prices may be typed in the shop’s own format', () => {
  const readPrice = (price: string) => {
    const form = new FormData()
    for (const name of ['price', 'compare_price', 'cost_price']) form.set(name, price)
    return readProductValues(form)
  }
  const priceOf = (text: string) =>
    readProduct(
      { ...EMPTY_PRODUCT, name: 'Dress', sku: 'D-1', price: readPrice(text).price },
      false,
    )
  for (const text of ['125,000', '125 000', '125\u00a0000', ' 125,000 ', '125000'])
    expect(priceOf(text)).toMatchObject({ product: { price: 125_000 } })
  expect(readPrice('1,250,000')).toMatchObject({
    price: '1250000',
    compare_price: '1250000',
    cost_price: '1250000',
  })
  for (const text of ['12.50', '1,2', '1,2345', '125,00', ',125', '1,000.50', '1,,000'])
    expect(priceOf(text), text).toMatchObject({
      errors: { price: 'Please use a whole number of kwacha, like 125,000.' },
    })
})

test('a form is read row by row', () => {
  const form = new FormData()
  const rows = { size: ['S', 'M'], color: ['', ''], sku: ['a', 'b'], inventory: ['1', '2'] }
  for (const [name, texts] of Object.entries(rows))
    for (const text of texts) form.append(`variant_${name}`, text)
  // The empty field for the next tag has the same name.
  for (const tag of ['', 'linen']) form.append('tag', tag)
  form.append('image_id', 'one')
  form.append('image_alt', 'Front')
  expect(readProductValues(form)).toMatchObject({
    name: '',
    trackInventory: false,
    tags: ['linen'],
    images: [{ id: 'one', alt: 'Front' }],
    variants: [
      { size: 'S', color: '', sku: 'a', barcode: '', inventory: '1', loaded: '' },
      { size: 'M', color: '', sku: 'b', barcode: '', inventory: '2', loaded: '' },
    ],
  })
})
