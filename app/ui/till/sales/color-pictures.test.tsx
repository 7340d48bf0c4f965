import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { TillProduct } from '../../../rules/till/till-events.ts'
import type { BasketLine } from '../store/state.ts'
import { BasketLines } from './basket.tsx'
import { PriceCheck } from './price-check.tsx'
import { VariantSheet } from './variant-sheet.tsx'

const variant = (color: string) => ({
  id: `skirt ${color}`,
  size: 'M',
  color,
  colorValue: null,
  sku: `SK-${color}`,
  onHand: 3,
})
const skirt = (...colors: string[]): TillProduct => ({
  id: 'skirt',
  name: 'Skirt',
  price: 20_000,
  comparePrice: null,
  sku: 'SK',
  barcode: null,
  categoryId: null,
  isTracked: true,
  picture: '/red.webp',
  colorPictures: { Red: '/red.webp', Teal: '/teal.webp' },
  variants: colors.map(variant),
})
const seenOf = (html: string) => [
  /<img[^>]* src="([^"]+)"/.exec(html)?.[1],
  /No picture of \w+ yet/.exec(html)?.[0],
]

test.each([
  ['Teal', '/teal.webp', undefined],
  ['Navy', '/red.webp', 'No picture of Navy yet'],
])(
  'the dialogs for a size and a price show %s, or say that there is no picture',
  (color, src, label) => {
    const product = skirt('Red', color)
    const scanned = { product, variant: variant(color) }
    const check = renderToStaticMarkup(<PriceCheck scanned={scanned} onClose={() => {}} />)
    expect(seenOf(check)).toEqual([src, label])
    const sheet = renderToStaticMarkup(
      <VariantSheet product={skirt(color)} onChoose={() => {}} onClose={() => {}} />,
    )
    expect(seenOf(sheet)).toEqual([src, label])
  },
)

test('a cart line says that its color has no picture; one stored by an older till says nothing', () => {
  const line: BasketLine = {
    id: 'line',
    productId: 'skirt',
    variantId: 'skirt Navy',
    name: 'Skirt',
    sku: 'SK-Navy',
    size: 'M',
    color: 'Navy',
    quantity: 1,
    unitPrice: 20_000,
    discount: 0,
    onHand: 3,
    picture: '/red.webp',
  }
  const of = (one: BasketLine) =>
    seenOf(renderToStaticMarkup(<BasketLines basket={{ lines: [one] }} onDiscount={() => {}} />))[1]
  expect(of({ ...line, hasOwnPicture: false })).toBe('No picture of Navy yet')
  expect(of({ ...line, hasOwnPicture: true })).toBeUndefined()
  expect(of(line)).toBeUndefined()
})
