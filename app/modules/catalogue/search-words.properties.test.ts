import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aProduct } from '../../../tests/support/factories.ts'
import { anyText, holds } from '../../../tests/support/properties/holds.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { holdsText } from '../../db/search.server.ts'
import { searchProducts } from './search-products.ts'

const shop = useShop()

const words = fc
  .array(
    fc.constantFrom(
      'dress',
      'DRES',
      "wrap's",
      ':*',
      '&',
      '|',
      '!',
      '(',
      ')',
      '<->',
      "'",
      '\\',
      ':A',
      '%',
      '_',
      'é',
      '"',
      '--',
      ';',
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(' '))

test('any search text is a valid search for the database, and finds at most the existing products', {
  tags: 'slow',
}, async () => {
  await aProduct(shop, { name: 'Chitenje Wrap Dress' })
  await holds(
    fc.oneof(words, anyText(60)),
    async (text) => {
      const { hits, total } = await searchProducts(shop, text, 10)
      expect(total).toBeLessThanOrEqual(1)
      expect(hits.length).toBe(total)
    },
    150,
  )
})

test('a back office list finds a text literally: no character in it is a wildcard', async () => {
  const hasText = async (name: string, text: string) => {
    const kept = text.replaceAll('\0', '').toWellFormed()
    const { rows } = await shop.db.execute<{ found: boolean }>(
      sql`select ${holdsText(sql`name`, kept)} as found from (select ${name}::text as name) named`,
    )
    return rows[0]?.found
  }
  await holds(
    fc.tuple(fc.stringMatching(/^[a-z%_\\]{3,8}$/), fc.stringMatching(/^[a-z%_\\]{3,6}$/)),
    async ([name, text]) => {
      expect(await hasText(`x${name}y`, name)).toBe(true)
      expect(await hasText(name, text)).toBe(name.includes(text))
    },
    100,
  )
  await holds(anyText(), async (text) => void (await hasText('a name', text)), 100)
})
