import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aProduct } from '../../../../tests/support/ladder.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { withThumbnails } from '../../catalogue/find-thumbnails.ts'
import { listTillCatalogue } from './list-catalogue.ts'

const shop = useShop()

async function aDressWithPictures(colors: (string | null)[]) {
  const dress = await aProduct(shop, { color: 'Black' })
  for (const [position, color] of colors.entries())
    await shop.db.execute(sql`
      with made as (
        insert into pictures (path, width, height, tint, widths)
        values (${`${dress.productId}-${position}.jpg`}, 4, 5, '#fff', '{160,320}') returning id)
      insert into product_images (product_id, picture_id, alt, color, position)
      select ${dress.productId}::uuid, id, '', ${color}, ${position} from made`)
  return dress
}

it('a till knows the picture of each color, and shows the first one of all before a color is chosen', async () => {
  const { productId } = await aDressWithPictures([null, 'Black', 'Teal', 'Teal'])
  const { products } = await listTillCatalogue(shop)
  const file = (position: number) => expect.stringContaining(`${productId}-${position}-320.webp`)
  expect(products.find(({ id }) => id === productId)).toMatchObject({
    picture: file(0),
    colorPictures: { Black: file(1), Teal: file(2) },
  })
})

it('a line without a picture of its color says which color its picture shows', async () => {
  const { productId } = await aDressWithPictures(['Black', 'Teal'])
  const rows = ['Teal', 'Red', null].map((color) => ({ productId, color }))
  const [teal, red, any] = (await withThumbnails(shop, rows)).map(({ picture }) => picture)
  expect(teal?.src).toContain(`${productId}-1`)
  expect(red).toMatchObject({ otherColor: 'Black' })
  expect([teal, any].map((picture) => picture?.otherColor)).toEqual([undefined, undefined])
})

it('a line whose picture shows any color says that there is none of its own, where other colors have theirs', async () => {
  const { productId } = await aDressWithPictures([null, 'Teal'])
  const plain = await aDressWithPictures([null])
  const rows = ['Red', 'Teal', null].map((color) => ({ productId, color }))
  const found = await withThumbnails(shop, [...rows, { ...plain, color: 'Red' }])
  expect(found.map(({ picture }) => [picture?.noneOf, picture?.otherColor])).toEqual([
    ['Red', undefined],
    [undefined, undefined],
    [undefined, undefined],
    [undefined, undefined],
  ])
})
