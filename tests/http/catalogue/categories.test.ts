import { beforeEach, describe, expect, test, vi } from 'vitest'
import { auditLog, categories } from '../../../app/db/tables.server.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aProduct } from '../../support/factories.ts'

const app = useApp()
let admin: SignedIn

beforeEach(async () => {
  admin = await app.signIn('admin')
})
const PATH = '/admin/categories'
const post = (fields: Record<string, string>, who: SignedIn = admin) => who.post(PATH, fields)
const save = (fields: Record<string, string>, who: SignedIn = admin) =>
  post(
    {
      intent: 'save',
      name: '',
      slug: '',
      parentId: '',
      pictureId: '',
      isActive: 'true',
      ...fields,
    },
    who,
  )
const list = () => app.shop.db.select().from(categories).orderBy(categories.sortOrder)
async function create(name: string, fields: Record<string, string> = {}) {
  expect((await save({ name, ...fields })).headers.get('location')).toBe(PATH)
  const made = (await list()).find((category) => category.name === name)
  if (!made) throw new Error('not made')
  return made
}

describe('categories', () => {
  test('are added on two levels, and stand in the shop at once', async () => {
    const visitor = app.visit()
    const menu = async () => (await visitor.open('/')).html
    expect(await menu()).not.toContain('/category/hats')
    const hats = await create('Hats')
    await create('Straw Hats', { parentId: hats.id })
    await vi.waitFor(async () => expect(await menu()).toContain('/category/hats'), {
      timeout: 20_000,
    })
    const { html } = await admin.open(PATH)
    expect(html).toContain('Straw Hats')
    expect(html).toContain('Category saved')
  })

  test('keep their address when renamed, and leave the shop when hidden', async () => {
    const { id } = await create('Hats')
    await save({ id, version: '1', name: 'Hats & Caps', slug: 'hats' })
    expect((await app.visit().open('/category/hats')).html).toContain('Hats &amp; Caps')
    await post({ intent: 'switch', id, active: 'false' })
    expect((await app.visit().open('/category/hats')).path).toBe('/404')
  })

  test('are linked by no product, subcategory or site map once hidden, nor is what menus hide with them', async () => {
    const hats = await create('Hats')
    const straw = await create('Straw Hats', { parentId: hats.id })
    await aProduct(app.shop, { slug: 'cap', categoryId: hats.id })
    await aProduct(app.shop, { slug: 'sun-hat', categoryId: straw.id })
    const linked = async (path: string) => {
      const text = await (await app.visit().fetch(path)).text()
      const shown = path.endsWith('.xml')
        ? text
        : text.slice(text.indexOf('aria-label="Breadcrumb"'))
      const [part = ''] = shown.split('</nav>')
      const links = part.matchAll(/(?:href="|<loc>[^<]*)\/category\/([\w-]+)["<]/g)
      return [...new Set(Array.from(links, ([, slug = '']) => slug))].toSorted()
    }
    const pages = async () => [
      await linked('/product/cap'),
      await linked('/product/sun-hat'),
      await linked('/category/straw-hats'),
      await linked('/sitemap.xml'),
    ]
    await vi.waitFor(
      async () =>
        expect(await pages()).toEqual([
          ['hats'],
          ['hats', 'straw-hats'],
          ['hats'],
          ['hats', 'straw-hats'],
        ]),
      { timeout: 20_000 },
    )
    await post({ intent: 'switch', id: hats.id, active: 'false' })
    await vi.waitFor(async () => expect(await pages()).toEqual([[], ['straw-hats'], [], []]), {
      timeout: 20_000,
    })
    const { html } = await app.visit().open('/product/cap')
    expect(html).toContain('Hats</p>')
    await post({ intent: 'switch', id: straw.id, active: 'false' })
    await post({ intent: 'switch', id: hats.id, active: 'true' })
    await vi.waitFor(
      async () =>
        expect([await linked('/product/sun-hat'), await linked('/sitemap.xml')]).toEqual([
          ['hats'],
          ['hats'],
        ]),
      { timeout: 20_000 },
    )
  })

  test('show a fault beside its field, and keep the typed text', async () => {
    await create('Hats')
    const nameless = await save({ slug: 'x' })
    expect([nameless.status, (await nameless.text()).includes('Name is required')]).toEqual([
      400,
      true,
    ])
    const answer = await admin.post(`${PATH}?new`, {
      intent: 'save',
      name: 'Caps',
      slug: 'hats',
      parentId: '',
      pictureId: '',
    })
    const html = await answer.text()
    expect(answer.status).toBe(400)
    expect(html).toContain('Another category has this address.')
    expect(html).toContain('value="Caps"')
    expect((await save({ name: 'X', parentId: 'y' })).status).toBe(400)
    expect(await list()).toHaveLength(1)
  })

  test('show the later of two editors both versions, who decides', async () => {
    const { id } = await create('Hats')
    const other = await app.signIn('admin')
    await save({ id, version: '1', name: 'Headwear' }, other)
    const late = await admin.post(`${PATH}?edit=${id}`, {
      intent: 'save',
      id,
      version: '1',
      name: 'Caps',
      slug: '',
      parentId: '',
      pictureId: '',
      isActive: 'true',
    })
    expect(late.status).toBe(409)
    const html = await late.text()
    for (const text of ['Headwear', 'Caps', 'Save mine over it', 'has changed this while'])
      expect(html).toContain(text)
    expect((await save({ id, version: '2', name: 'Caps' })).status).toBe(302)
    expect((await list())[0]).toMatchObject({ name: 'Caps', slug: 'hats', version: 3 })
  })

  test('are moved among two hundred as among two', async () => {
    const many = Array.from({ length: 200 }, (_, n) => ({
      name: `Level ${n}`,
      slug: `level-${n}`,
      sortOrder: n + 1,
    }))
    await app.shop.db.insert(categories).values(many)
    const ids = (await list()).map((category) => category.id)
    await post({ intent: 'move', move: `up:${ids[199] ?? ''}`, seen: ids.join(',') })
    expect((await list()).at(-1)?.id).toBe(ids[198])
  })

  test('are moved once for the order that was shown', async () => {
    const [a, b] = [await create('A'), await create('B')]
    const move = { intent: 'move', move: `up:${b.id}`, seen: `${a.id},${b.id}` }
    await post(move)
    expect((await list()).map((one) => one.name)).toEqual(['B', 'A'])
    const { html } = await admin.open(await post(move))
    expect(html).toContain('Somebody else was quicker')
    expect((await list()).map((one) => one.name)).toEqual(['B', 'A'])
  })

  test('are deleted only when empty', async () => {
    const { id } = await create('Hats')
    const empty = await create('Caps')
    await aProduct(app.shop, { categoryId: id })
    const remove = (id: string) => post({ intent: 'delete', id, version: '1' })
    const refused = await admin.open(await remove(id))
    expect(refused.html).toContain('It still holds products')
    expect(refused.html.replaceAll('<!-- -->', '')).toContain('1 product<')
    expect((await admin.open(await remove(empty.id))).html).toContain('Category deleted')
    expect((await list()).map((one) => one.id)).toEqual([id])
  })

  test('refuse malformed forms without a trace', async () => {
    const { id } = await create('Hats')
    const before = await app.shop.db.$count(auditLog)
    for (const fields of [
      { intent: 'move', move: `sideways:${id}`, seen: id },
      { intent: 'move', move: 'up:x', seen: '' },
      { intent: 'switch', id: 'x' },
      { intent: 'delete', id, version: 'x' },
      { intent: 'save', id: 'x', name: 'Y' },
      { intent: 'burn' },
    ])
      expect((await post(fields)).status).toBe(302)
    expect(await app.shop.db.$count(auditLog)).toBe(before)
    expect((await admin.open(`${PATH}?edit=nothing`)).status).toBe(200)
  })

  test('are not changed by cashiers or customers', async () => {
    for (const role of ['cashier', 'customer'] as const)
      expect((await save({ name: 'Hats' }, await app.signIn(role))).status).toBe(403)
    expect(await list()).toEqual([])
  })
})
