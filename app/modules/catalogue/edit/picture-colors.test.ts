import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aUser } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { ALL_PRODUCTS } from '../../../rules/catalogue/product-filters.ts'
import { readProduct } from '../../../rules/catalogue/product-form.ts'
import { EMPTY_PRODUCT, type ProductValues } from '../../../rules/catalogue/product-values.ts'
import { addToCart } from '../../cart/add-to-cart.ts'
import { listCart } from '../../cart/cart.ts'
import { storePicture } from '../../media/store-picture.ts'
import { listProductStock } from '../../stock/read-stock-levels.ts'
import { findEmailPictures } from '../find-email-pictures.ts'
import { findProduct } from '../find-product.ts'
import { listProducts } from '../list-products.ts'
import { findAdminProduct } from './find-admin-product.ts'
import { type EditOf, saveProduct } from './save-product.ts'

const shop = useShop()

async function save(values: ProductValues, edit: EditOf | null = null) {
  const { userId } = await aUser(shop, 'admin')
  const read = readProduct(values, false)
  if (!read.ok) throw new Error(JSON.stringify(read.errors))
  const saved = await saveProduct(shop, { userId, ip: '127.0.0.1' }, read.product, edit)
  if (!saved.ok) throw new Error(JSON.stringify(saved))
  return saved
}
const add = (values: Partial<ProductValues>) =>
  save({ ...EMPTY_PRODUCT, name: 'Tee', sku: 'TEE', ...values })
async function open(id: string) {
  const found = await findAdminProduct(shop, id)
  if (!found) throw new Error('no product')
  return found
}
async function edit(id: string, change: (values: ProductValues) => Partial<ProductValues>) {
  const { values, version } = await open(id)
  return save({ ...values, ...change(values) }, { id, version })
}
const inColor = (color: string) => ({
  size: 'M',
  color,
  sku: `TEE-${color}`,
  barcode: '',
  inventory: '3',
  loaded: '0',
})
const colorsOf = async (id: string) => (await open(id)).values.images.map((image) => image.color)

const store = (...backgrounds: string[]) =>
  Promise.all(
    backgrounds.map(async (background) => {
      const bytes = await sharp({ create: { width: 40, height: 50, channels: 3, background } })
        .png()
        .toBuffer()
      const stored = await storePicture(shop, bytes, 'products')
      if (!stored.ok) throw new Error(stored.reason)
      return stored.pictureId
    }),
  )

test('a picture belongs to a color until the product loses that color', async () => {
  const [red = '', teal = '', any = ''] = await store('#a00', '#0aa', '#aaa')
  const { id, slug } = await add({
    variants: [inColor('Red'), inColor('Teal')],
    images: [
      { id: red, alt: '', color: 'Red' },
      { id: teal, alt: 'In teal', color: 'Teal' },
      { id: any, alt: '', color: 'No such' },
    ],
  })
  expect(await colorsOf(id)).toEqual(['Red', 'Teal', ''])
  expect((await findProduct(shop, slug, null))?.images.map((image) => image.color)).toEqual([
    'Red',
    'Teal',
    null,
  ])
  await edit(id, ({ variants: [first, second] }) =>
    first && second ? { variants: [first], gone: [second] } : {},
  )
  expect(await colorsOf(id)).toEqual(['Red', '', ''])
  expect((await open(id)).values.images[1]?.alt).toBe('In teal')
})

test('a cart line and a stock row show the picture of their color', async () => {
  const [red = '', teal = ''] = await store('#a00', '#0aa')
  const { id } = await add({
    variants: [inColor('Red'), inColor('Teal'), inColor('Navy')],
    images: [
      { id: red, alt: 'In red', color: 'Red' },
      { id: teal, alt: 'In teal', color: 'Teal' },
    ],
  })
  const { userId } = await aUser(shop)
  for (const row of await listProductStock(shop, id))
    await addToCart(shop, userId, { variantId: row.id, quantity: 1 })
  const shown = (await listCart(shop, userId)).map((line) => [line.color, line.picture?.alt])
  expect(shown).toEqual([
    ['Red', 'In red'],
    ['Teal', 'In teal'],
    ['Navy', 'In red'],
  ])
  const [first, second, third] = await listProductStock(shop, id)
  expect(first?.picture?.src).not.toBe(second?.picture?.src)
  expect(third?.picture?.src).toBe(first?.picture?.src)
})

test('an email shows each line’s picture in its color, with a full URL, as a JPEG and with alternative text', async () => {
  const [red = '', teal = ''] = await store('#a00', '#0aa')
  const { id } = await add({
    variants: [inColor('Red'), inColor('Teal'), inColor('Navy')],
    images: [
      { id: red, alt: 'In red', color: 'Red' },
      { id: teal, alt: 'In teal', color: 'Teal' },
    ],
  })
  const line = (color: string) => [color, 'MK 1', { productId: id, color }] as const
  const block = {
    title: '',
    facts: [],
    lines: [line('Teal'), ['Bag', 'MK 1'] as const, line('Navy')],
    sums: [],
  }
  const content = { to: '', subject: '', greeting: '', paragraphs: [] }
  const [first, second, third] = await findEmailPictures(shop, { ...content, block })
  expect(first).toMatchObject({ alt: 'In teal', note: '' })
  expect(first?.src).toMatch(/^http:\/\/localhost:3999\/.+\.jpg$/)
  expect(second).toBeNull()
  expect(third).toMatchObject({ alt: 'In red', note: 'Picture shows Red' })
  expect(await findEmailPictures(shop, content)).toEqual([])
})

test('the cards of a list filtered by a color show the picture of that color, and link to it', async () => {
  const [any = '', teal = ''] = await store('#aaa', '#0aa')
  await add({
    variants: [inColor('Red'), inColor('Teal')],
    images: [
      { id: any, alt: 'All of them', color: '' },
      { id: teal, alt: 'In teal', color: 'Teal' },
    ],
  })
  const card = async (colors: string[]) => {
    const { products } = await listProducts(shop, { ...ALL_PRODUCTS, colors }, null)
    return [products[0]?.picture?.alt, products[0]?.color]
  }
  expect(await card([])).toEqual(['All of them', undefined])
  expect(await card(['Teal'])).toEqual(['In teal', 'Teal'])
  expect(await card(['Red', 'Teal'])).toEqual(['In teal', 'Teal'])
  // None of its own: the first one, and no color is chosen by it.
  expect(await card(['Red'])).toEqual(['All of them', undefined])
})
