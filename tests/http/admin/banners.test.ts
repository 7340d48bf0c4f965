import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { auditLog, banners } from '../../../app/db/tables.server.ts'
import { type SignedIn, useApp } from '../../support/app.ts'

const app = useApp()
const PATH = '/admin/banners'
let admin: SignedIn

beforeEach(async () => {
  admin = await app.signIn('admin')
})

const form = (change: Record<string, string> = {}) => ({
  intent: 'save',
  title: 'Chitenje week',
  isActive: 'true',
  ...change,
})
const only = async () => {
  const [banner] = await app.shop.db.select().from(banners).orderBy(asc(banners.createdAt))
  if (!banner) throw new Error('no banner')
  return banner
}
const home = async () => (await app.visit().fetch('/')).text()

test('a banner is added, and every visitor sees it at once', async () => {
  expect(await home()).toContain('No banners found.')
  const answer = await admin.post(
    `${PATH}?new&state=active`,
    form({ linkUrl: '/category/dresses' }),
  )
  expect(answer.headers.get('location')).toBe(`${PATH}?state=active`)
  const { html } = await admin.open(answer)
  expect(html).toContain('Banner created successfully')
  expect(html).toContain('Manage Banners')
  expect(html).toContain('Chitenje week')
  await vi.waitFor(async () => expect(await home()).toContain('Chitenje week'), { timeout: 20_000 })
})

test('a banner without a title, or with a link that leads astray, is given back as it was typed', async () => {
  const answer = await admin.post(
    `${PATH}?new`,
    form({ title: '  ', subtitle: 'Kept', linkUrl: 'javascript:alert(1)' }),
  )
  expect(answer.status).toBe(400)
  const html = await answer.text()
  expect(html).toContain('Title is required')
  expect(html).toContain('an address with https://.')
  expect(html).toContain('value="Kept"')
  expect(await app.shop.db.$count(banners)).toBe(0)
})

test('the later of two editors of a banner sees both versions, and decides', async () => {
  await admin.post(`${PATH}?new`, form())
  const { id } = await only()
  const other = await app.signIn('admin')
  await other.post(`${PATH}?edit=${id}`, form({ id, version: '1', title: 'Theirs', position: '3' }))
  const mine = form({ id, version: '1', title: 'Mine', position: '0' })
  const refused = await admin.post(`${PATH}?edit=${id}`, mine)
  expect(refused.status).toBe(409)
  const html = await refused.text()
  expect(html).toMatch(/Chisomo Banda \d+(<!-- -->)? has changed this while you were editing/)
  expect(html).toContain('Theirs')
  expect(html).toContain('value="Mine"')
  expect((await only()).title).toBe('Theirs')
  // The notice's button sends its version after the one of the form.
  const body = new URLSearchParams(mine)
  body.append('version', '2')
  const saved = await admin.fetch(`${PATH}?edit=${id}`, { method: 'POST', body })
  expect((await admin.open(saved)).html).toContain('Banner updated successfully')
  expect(await only()).toMatchObject({ title: 'Mine', version: 3 })
})

test('two editors of different fields of one banner do not conflict', async () => {
  await admin.post(`${PATH}?new`, form())
  const { id } = await only()
  const loaded = JSON.stringify({
    title: 'Chitenje week',
    subtitle: '',
    description: '',
    buttonText: '',
    linkUrl: '',
    position: '0',
    startsAt: '',
    endsAt: '',
    pictureId: '',
    isActive: 'true',
  })
  const edit = (change: Record<string, string>) =>
    admin.post(`${PATH}?edit=${id}`, form({ id, version: '1', loaded, position: '0', ...change }))
  expect((await edit({ title: 'Theirs' })).status).toBe(302)
  expect((await edit({ subtitle: 'Mine' })).status).toBe(302)
  expect(await only()).toMatchObject({ title: 'Theirs', subtitle: 'Mine', version: 3 })
})

test('two editors who make the same change to a banner do not conflict', async () => {
  await admin.post(`${PATH}?new`, form())
  const { id } = await only()
  const fields = form({ id, version: '1', title: 'Same' })
  for (const tab of [admin, await app.signIn('admin')])
    expect((await tab.post(`${PATH}?edit=${id}`, fields)).status).toBe(302)
})

test('a banner is switched off, moved and deleted; each is in the log', async () => {
  await admin.post(`${PATH}?new`, form())
  await admin.post(`${PATH}?new`, form({ title: 'Second' }))
  const { id } = await only()
  await admin.post(PATH, { intent: 'switch', id, active: 'false' })
  expect((await only()).isActive).toBe(false)
  await admin.post(PATH, { intent: 'move', id, way: 'down' })
  const { version, position } = await only()
  expect(position).toBe(1)
  const gone = await admin.post(PATH, { intent: 'delete', id, version: String(version) })
  expect((await admin.open(gone)).html).toContain('Banner deleted successfully')
  const log = await app.shop.db.select().from(auditLog).where(eq(auditLog.entityId, id))
  expect(log.map(({ action }) => action)).toEqual([
    'created',
    'status changed',
    'reordered',
    'deleted',
  ])
  expect(log.every(({ byUser }) => byUser === admin.userId)).toBe(true)
  const again = await admin.post(PATH, { intent: 'delete', id, version: String(version) })
  expect((await admin.open(again)).html).toContain('This is no longer there.')
})

test('a failing database gives the specification’s message, and the typed banner stays', async () => {
  const { db } = app.shop
  const away = vi.spyOn(db, 'transaction').mockRejectedValue(new Error('away'))
  const answer = await admin.post(`${PATH}?new`, form({ subtitle: 'Kept' }))
  expect(answer.status).toBe(500)
  const html = await answer.text()
  expect(html).toContain('Failed to create banner')
  expect(html).toContain('value="Kept"')
  const edited = await admin.post(
    PATH,
    form({ id: '0b5f3f0c-5d38-4b3c-9e6e-2f6f6a1f7b11', version: '1' }),
  )
  expect(edited.status).toBe(500)
  const deleted = await admin.post(PATH, {
    intent: 'delete',
    id: '0b5f3f0c-5d38-4b3c-9e6e-2f6f6a1f7b11',
    version: '1',
  })
  away.mockRestore()
  expect((await admin.open(deleted)).html).toContain('Failed to delete banner')
})

test('an address that opens nothing says so, and odd addresses do no harm', async () => {
  const { html } = await admin.open(`${PATH}?edit=0b5f3f0c-5d38-4b3c-9e6e-2f6f6a1f7b11`)
  expect(html).toContain('This is no longer there.')
  for (const odd of ['edit=nonsense', 'state=x', 'after=x', 'sort=x', `search=${'x'.repeat(500)}`])
    expect((await admin.fetch(`${PATH}?${odd}`)).status, odd).toBe(200)
})

describe.each(['customer', 'cashier'] as const)('a %s', (role) => {
  test('changes no banner', async () => {
    const stranger = await app.signIn(role)
    for (const path of [PATH, `${PATH}.data`])
      expect((await stranger.post(path, form())).status).toBe(403)
    expect(await app.shop.db.$count(banners)).toBe(0)
  })
})

test('an unknown act changes no banner', async () => {
  await admin.post(`${PATH}?new`, form())
  const { id } = await only()
  for (const fields of [
    { intent: 'burn', id },
    { intent: 'delete', id },
    { intent: 'delete', id, version: 'x' },
    { intent: 'switch', id: 'x', active: 'false' },
    { intent: 'move', id: "' or 1=1" },
    form({ id, version: '0' }),
  ])
    expect(
      (await admin.open(await admin.post(PATH, fields as Record<string, string>))).html,
    ).toContain('Please check the form and try again.')
  expect(await only()).toMatchObject({ version: 1, isActive: true })
})
