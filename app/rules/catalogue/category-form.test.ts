import { expect, test } from 'vitest'
import { tagSubcategories, tagWordsFor } from './categories.ts'
import { readCategory } from './category-form.ts'
import { categoryValues } from './category-values.ts'

const id = '3f0e1c1a-6f57-4c43-9f0c-0d5f6f1f2a11'
const stored = {
  id,
  name: 'Dresses',
  slug: 'dresses',
  parentId: id,
  sizeGuide: 'women' as const,
  isActive: false,
  version: 1,
  picture: { id, src: '', width: 1, height: 1, tint: '', widths: [], hasAvif: false },
  products: 0,
}
const read = (change: Partial<ReturnType<typeof categoryValues>>) => {
  const answer = readCategory({ ...categoryValues(null), name: 'Dresses', ...change })
  return answer.ok ? answer.edit : answer.errors
}

test('the form of a new category is blank, switched on, and under the requested parent', () => {
  expect(categoryValues(null)).toEqual({
    name: '',
    slug: '',
    parentId: '',
    sizeGuide: '',
    pictureId: '',
    isActive: 'true',
  })
  expect(categoryValues(null, id).parentId).toBe(id)
})

test('a category shown in its form is read back as stored', () => {
  expect(categoryValues(stored, 'another')).toEqual({
    name: 'Dresses',
    slug: 'dresses',
    parentId: id,
    sizeGuide: 'women',
    pictureId: id,
    isActive: 'false',
  })
  expect(readCategory(categoryValues(stored))).toEqual({
    ok: true,
    edit: {
      name: 'Dresses',
      slug: 'dresses',
      parentId: id,
      sizeGuide: 'women',
      pictureId: id,
      isActive: false,
    },
  })
  expect(categoryValues({ ...stored, picture: null, parentId: null }, id)).toMatchObject({
    parentId: '',
    pictureId: '',
  })
})

test("a category's address is made of the typed one, otherwise of its name", () => {
  expect(read({ slug: ' Party Dresses ' })).toMatchObject({ slug: 'party-dresses' })
  expect(read({ slug: '' })).toMatchObject({ slug: null, parentId: null, pictureId: null })
  const longest = 'x'.repeat(100)
  expect(read({ slug: longest })).toMatchObject({ slug: longest })
})

test('an error of a category is shown beside its field', () => {
  expect(read({ name: ' ' })).toEqual({ name: 'Name is required' })
  expect(read({ name: 'x'.repeat(81) })).toEqual({ name: 'Please use at most 80 characters.' })
  expect(read({ slug: '***' })).toEqual({ slug: 'Please use letters from a to z and digits.' })
  // The latter is 30 characters, which are four letters each in an address.
  for (const slug of ['x'.repeat(101), '㎉'.repeat(30)])
    expect(read({ slug })).toEqual({ slug: 'Please use at most 100 characters.' })
  expect(read({ parentId: 'none' })).toEqual({
    parentId: 'Please choose a category from the list.',
  })
  expect(read({ sizeGuide: 'giants' })).toEqual({ sizeGuide: 'Please choose one from the list.' })
  expect(read({ pictureId: 'none' })).toEqual({ pictureId: 'Please choose the picture again.' })
})

test.each(
  `Evening Gowns: Elegant, After dark | Wrap Styles: Tied, Flattering | Casual: Easy, Everyday
  | Dress: Feminine, Graceful | Tshirts: Relaxed, Soft | Tees: Relaxed, Soft | Blouses: Light, Polished | Knitwear: Warm, Cosy
  | Shirts: Crisp, Classic | Denim: Sturdy, Timeless | Shorts: Cool, Carefree | Skirts: Swishing, Playful
  | Trousers: Tailored, Comfortable | Suits: Sharp, Formal | Coats: Layered, Ready | Heels: Tall, Dressy
  | Loafers: Neat, All day | Sandals: Breezy, Open | Sneakers: Sporty, Sure-footed | Shoes: Comfortable, Durable
  | Totes: Roomy, Handy | Purses: Small, Special | Backpacks: Roomy, Hands-free | Bags: Stylish, Practical
  | Chitenje: Bold, Printed | Turbans: Proud, Colourful | Scarves: Soft, Draped | Necklaces: Shining, Handmade
  | Belts: Fitted, Leather | Hats: Shady, Smart | Sunglasses: Sunny, Bright | Watches: Precise, Polished
  | Kids: Gentle, Playful | Men: Smart, Modern | Ladies: Graceful, Modern`
    .split('|')
    .map((line) => line.trim().split(': ') as [string, string]),
)('the card of %s says %s', (name, words) => {
  expect(tagWordsFor(name).join(', ')).toBe(words)
})

test('every subcategory of the tree gets its description, and nothing else changes', () => {
  const shown = { id: 'a', name: 'Women', slug: 'women', picture: null }
  const child = { id: 'b', name: 'Skirts', slug: 'skirts', picture: null }
  expect(tagSubcategories([{ ...shown, children: [child] }])).toEqual([
    { ...shown, children: [{ ...child, tags: ['Swishing', 'Playful'] }] },
  ])
})
