import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog, categories, sizePresets } from '../../../app/db/tables.server.ts'
import { useApp } from '../../support/app.ts'

const app = useApp()
const PATH = '/admin/size-presets'
const shoes = { intent: 'save', name: 'Shoes EU', sizes: '36-38', categoryId: '', isActive: 'true' }

async function aCategory() {
  const [made] = await app.shop.db
    .insert(categories)
    .values({ name: 'Shoes', slug: 'shoes' })
    .returning()
  return made?.id ?? ''
}
const listed = () => app.shop.db.select().from(sizePresets)

test('staff keep presets, and the form of a product offers those that are on', async () => {
  const admin = await app.signIn('admin')
  const saved = await admin.open(await admin.post(PATH, shoes))
  expect(saved.html).toContain('Preset saved')
  expect(saved.html).toContain('36, 37, 38')
  const [preset] = await listed()
  const offered = 'Take the sizes of Shoes EU'
  expect((await admin.open('/admin/add-product')).html).toContain(offered)
  await admin.post(PATH, { intent: 'switch', id: preset?.id ?? '', active: 'false' })
  expect((await admin.open('/admin/add-product')).html).not.toContain(offered)
  const version = String((await listed())[0]?.version)
  await admin.post(PATH, { intent: 'delete', id: preset?.id ?? '', version })
  expect(await listed()).toEqual([])
  const log = await app.shop.db.select().from(auditLog).where(eq(auditLog.entity, 'size_preset'))
  expect(log.map(({ action }) => action)).toEqual(['created', 'status changed', 'deleted'])
})

test('an invalid size, an existing name and a second preset of a category are refused at their fields', async () => {
  const admin = await app.signIn('admin')
  const categoryId = await aCategory()
  await admin.post(PATH, { ...shoes, categoryId })
  const refusalOf = async (change: Partial<typeof shoes>) => {
    const answer = await admin.post(PATH, { ...shoes, ...change })
    return [answer.status, await answer.text()] as const
  }
  expect(await refusalOf({ sizes: 'huge' })).toEqual([400, expect.stringContaining('is no size')])
  expect(await refusalOf({ name: 'SHOES eu' })).toEqual([
    409,
    expect.stringContaining('There is a preset of this name'),
  ])
  expect(await refusalOf({ name: 'Sandals', categoryId })).toEqual([
    409,
    expect.stringContaining('This category has a preset already'),
  ])
  expect(await listed()).toHaveLength(1)
})
