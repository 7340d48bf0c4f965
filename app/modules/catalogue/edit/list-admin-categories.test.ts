import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { aProduct, aUser } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { auditLog, categories, products } from '../../../db/tables.server.ts'
import { readCategory } from '../../../rules/catalogue/category-form.ts'
import { type CategoryValues, categoryValues } from '../../../rules/catalogue/category-values.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { findProduct } from '../find-product.ts'
import { deleteCategory, moveCategory, switchCategory } from './arrange-categories.ts'
import { findAdminCategory, listAdminCategories } from './list-admin-categories.ts'
import { createCategory, editCategory } from './save-category.ts'

const shop = useShop()
let grace: Actor

beforeEach(async () => {
  grace = { userId: (await aUser(shop, 'admin')).userId, ip: '10.0.0.1' }
})
const read = (values: Partial<CategoryValues>) => {
  const typed = readCategory({ ...categoryValues(null), ...values })
  if (!typed.ok) throw new Error(JSON.stringify(typed.errors))
  return typed.edit
}
const create = async (name: string, values: Partial<CategoryValues> = {}) => {
  const made = await createCategory(shop.db, grace, read({ name, ...values }))
  if (!made.ok) throw new Error(made.reason)
  return made.id
}
const stored = async (id: string) => {
  const found = await findAdminCategory(shop, id)
  if (!found) throw new Error('no such category')
  return found
}
const edit = async (id: string, values: Partial<CategoryValues>, version?: number) => {
  const now = await stored(id)
  const typed = read({ ...categoryValues(now), ...values })
  return editCategory(shop.db, grace, { id, version: version ?? now.version }, typed)
}
const tree = async () =>
  (await listAdminCategories(shop)).map((top) => [
    top.name,
    ...top.children.map((child) => child.name),
  ])

describe('a category', () => {
  test('gets its address from its name, with a number when the address is taken', async () => {
    const ids = [await create('Dresses'), await create('Dresses'), await create('Dresses!')]
    const slugs = await Promise.all(ids.map(async (id) => (await stored(id)).slug))
    expect(slugs).toEqual(['dresses', 'dresses-2', 'dresses-3'])
    expect((await stored(await create('衣服'))).slug).toBe('category')
  })

  test('keeps its address when its name changes, until somebody types another address', async () => {
    const id = await create('Dreses')
    expect(await edit(id, { name: 'Dresses' })).toMatchObject({ ok: true })
    expect(await stored(id)).toMatchObject({ name: 'Dresses', slug: 'dreses', version: 2 })
    await edit(id, { slug: 'Dresses & more' })
    expect((await stored(id)).slug).toBe('dresses-more')
    const other = await create('Shoes')
    expect(await edit(other, { slug: 'dresses-more' })).toEqual({
      ok: false,
      reason: 'category-slug-taken',
    })
    expect(await createCategory(shop.db, grace, read({ name: 'X', slug: 'shoes' }))).toEqual({
      ok: false,
      reason: 'category-slug-taken',
    })
  })

  test('refuses the later of two edits', async () => {
    const id = await create('Shoes')
    await edit(id, { name: 'Footwear' })
    expect(await edit(id, { name: 'Boots' }, 1)).toEqual({ ok: false, reason: 'edited-meanwhile' })
    expect((await stored(id)).name).toBe('Footwear')
  })

  test('may have a parent, but no grandparent', async () => {
    const dresses = await create('Dresses')
    const maxi = await create('Maxi', { parentId: dresses })
    const shoes = await create('Shoes')
    const gone = { ok: false, reason: 'category-parent-gone' }
    expect(await createCategory(shop.db, grace, read({ name: 'X', parentId: maxi }))).toEqual(gone)
    expect(await edit(shoes, { parentId: maxi })).toEqual(gone)
    expect(await edit(shoes, { parentId: shoes })).toEqual(gone)
    expect(await edit(dresses, { parentId: shoes })).toEqual({
      ok: false,
      reason: 'category-has-children',
    })
    await edit(shoes, { parentId: dresses })
    expect(await tree()).toEqual([['Dresses', 'Maxi', 'Shoes']])
  })

  test('two categories moved into each other at once make no third level', async () => {
    const [a, b] = [await create('A'), await create('B')]
    const both = await Promise.all([edit(a, { parentId: b }), edit(b, { parentId: a })])
    expect(both.filter((one) => one.ok)).toHaveLength(1)
    expect(await listAdminCategories(shop)).toHaveLength(1)
  })

  test('gives its products the size guide set for it or for its parent', async () => {
    const top = await create('Party', { sizeGuide: 'children' })
    const below = await create('Party Shoes', { parentId: top })
    await aProduct(shop, { slug: 'party-shoe', categoryId: below })
    const guide = async () => (await findProduct(shop, 'party-shoe', null))?.sizeGuide
    expect(await guide()).toBe('children')
    await edit(below, { sizeGuide: 'children-shoes' })
    expect(await guide()).toBe('children-shoes')
    await edit(below, { sizeGuide: '' })
    await edit(top, { sizeGuide: '' })
    expect(await guide()).toBe('shoes')
    await expect(
      shop.db.execute(sql`update categories set size_guide = 'giants' where id = ${top}::uuid`),
    ).rejects.toMatchObject({ cause: { constraint: 'categories_size_guide' } })
  })

  test('with an unknown picture is refused', async () => {
    const pictureId = '0b5f3f0c-5d38-4b3c-9e6e-2f6f6a1f7b11'
    expect(await createCategory(shop.db, grace, read({ name: 'X', pictureId }))).toEqual({
      ok: false,
      reason: 'category-picture-gone',
    })
  })

  test('is switched on and off, and an open form of it is refused as outdated', async () => {
    const id = await create('Shoes')
    await switchCategory(shop.db, grace, id, false)
    expect(await stored(id)).toMatchObject({ isActive: false, version: 2 })
    await switchCategory(shop.db, grace, id, false)
    expect((await stored(id)).version).toBe(2)
  })
})

describe('the order of categories', () => {
  test('moves one place at a time within its level', async () => {
    const [a, b, c] = [await create('A'), await create('B'), await create('C')]
    await create('B1', { parentId: b })
    const move = (id: string, way: 'up' | 'down', seen: string[]) =>
      moveCategory(shop.db, grace, { id, way, seen })
    expect(await move(c, 'up', [a, b, c])).toEqual({ ok: true })
    expect(await tree()).toEqual([['A'], ['C'], ['B', 'B1']])
    expect(await move(a, 'up', [a, c, b])).toEqual({ ok: true })
    expect(await move(b, 'down', [a, c, b])).toEqual({ ok: true })
    expect(await tree()).toEqual([['A'], ['C'], ['B', 'B1']])
    expect((await stored(c)).version).toBe(1)
  })

  test('a move is refused when the order has changed since it was shown', async () => {
    const [a, b] = [await create('A'), await create('B')]
    const up = { id: b, way: 'up' as const, seen: [a, b] }
    const both = await Promise.all([
      moveCategory(shop.db, grace, up),
      moveCategory(shop.db, grace, up),
    ])
    expect(both.filter((one) => one.ok)).toHaveLength(1)
    expect(both).toContainEqual({ ok: false, reason: 'categories-reordered' })
    expect(await tree()).toEqual([['B'], ['A']])
  })
})

describe('deleting a category', () => {
  const remove = async (id: string) =>
    deleteCategory(shop.db, grace, { id, version: (await stored(id)).version })
  const inUse = { ok: false, reason: 'category-in-use' }

  test('is refused while the category has products or subcategories', async () => {
    const dresses = await create('Dresses')
    const maxi = await create('Maxi', { parentId: dresses })
    const { productId } = await aProduct(shop, { categoryId: maxi })
    expect([await remove(dresses), await remove(maxi)]).toEqual([inUse, inUse])
    await shop.db.update(products).set({ archivedAt: new Date() }).where(eq(products.id, productId))
    expect([await remove(maxi), await remove(dresses)]).toEqual([{ ok: true }, { ok: true }])
    expect(await shop.db.$count(categories)).toBe(0)
  })

  test('never leaves a product without a category that is put into it at the same time', async () => {
    const id = await create('Dresses')
    const [deleted, put] = await Promise.allSettled([
      deleteCategory(shop.db, grace, { id, version: 1 }),
      aProduct(shop, { categoryId: id }),
    ])
    const isGone = deleted.status === 'fulfilled' && deleted.value.ok
    expect(isGone).toBe(put.status === 'rejected')
    expect(await shop.db.$count(categories)).toBe(isGone ? 0 : 1)
  })

  test('is refused when somebody has changed the category meanwhile', async () => {
    const id = await create('Dresses')
    await edit(id, { name: 'Gowns' })
    expect(await deleteCategory(shop.db, grace, { id, version: 1 })).toEqual({
      ok: false,
      reason: 'edited-meanwhile',
    })
  })
})

test('the tree shows how many products each category has, without archived ones', async () => {
  const dresses = await create('Dresses')
  const maxi = await create('Maxi', { parentId: dresses })
  for (const archivedAt of [null, null, new Date()])
    await aProduct(shop, { categoryId: maxi, archivedAt })
  await aProduct(shop, { categoryId: dresses })
  const [top] = await listAdminCategories(shop)
  expect([top?.products, top?.children[0]?.products]).toEqual([1, 2])
})

test('every change is logged with the values before and after', async () => {
  const [a, b] = [await create('Dreses'), await create('Shoes')]
  await edit(a, { name: 'Dresses' })
  await moveCategory(shop.db, grace, { id: b, way: 'up', seen: [a, b] })
  await switchCategory(shop.db, grace, a, false)
  await deleteCategory(shop.db, grace, { id: b, version: 1 })
  const lines = await shop.db.select().from(auditLog).orderBy(asc(auditLog.id))
  expect(lines.map(({ action, label, before, after }) => [action, label, before, after])).toEqual([
    ['created', 'Dreses', null, expect.objectContaining({ slug: 'dreses' })],
    ['created', 'Shoes', null, expect.objectContaining({ slug: 'shoes' })],
    ['edited', 'Dresses', { name: 'Dreses' }, { name: 'Dresses' }],
    ['reordered', 'Shoes', { place: 2 }, { place: 1 }],
    ['status changed', 'Dresses', { isActive: true }, { isActive: false }],
    ['deleted', 'Shoes', expect.objectContaining({ name: 'Shoes' }), null],
  ])
  expect(lines.every((line) => line.entity === 'category' && line.byUser === grace.userId)).toBe(
    true,
  )
})
