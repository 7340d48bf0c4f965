import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { savedSettings, sessions } from '../../../app/db/tables.server.ts'
import { findGroup } from '../../../app/modules/settings/list-settings.ts'
import { formatKwacha } from '../../../app/rules/money.ts'
import { courierTexts } from '../../../app/rules/settings/courier-texts.ts'
import { defaultGroups } from '../../../app/rules/settings/default-settings.ts'
import type { FormGroup } from '../../../app/rules/settings/group-fields.ts'
import { groupTexts } from '../../../app/rules/settings/group-texts.ts'
import { SETTING_GROUPS } from '../../../app/rules/settings/groups.ts'
import { limitSettings } from '../../../app/rules/settings/settings.ts'
import { REFUNDS } from '../../../app/shop-refunds.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aPaidOrder, aProduct, aUser } from '../../support/factories.ts'
import { aSale } from '../../support/till/counter.ts'

const app = useApp()
const pathOf = (group: FormGroup) => `/admin/settings?section=${group}`
let owner: SignedIn

beforeEach(async () => {
  owner = await app.signIn('super_admin')
})
// The rows of migrations stay between tests.
afterEach(async () => {
  await app.shop.db.update(savedSettings).set({ values: null, version: 1 })
  await app.shop.settings.refresh()
})

/** The form of a group as loaded, with some fields changed. */
async function formOf(group: FormGroup, change: Record<string, string> = {}) {
  const { id, version, values } = await findGroup(app.shop.db, group)
  const texts = groupTexts(group, values)
  const about = { intent: 'save', id, version: String(version), loaded: JSON.stringify(texts) }
  return { ...about, ...texts, ...change }
}
const read = async (path: string) =>
  (await (await app.visit().fetch(path)).text()).replaceAll('<!-- -->', '')

test('a saved setting appears on every page at once, and the specification’s texts use its value', async () => {
  expect(await read('/about-us')).toMatch(/free for orders above\s+MK\s300,000/)
  const policy = await formOf('policy', { freeDeliveryFrom: '250,000', returnsDays: '14' })
  const saved = await owner.post(pathOf('policy'), policy)
  expect(saved.headers.get('location')).toBe(pathOf('policy'))
  expect((await owner.open(saved)).html).toContain('Settings saved')
  expect(await read('/about-us')).toMatch(/free for orders above\s+MK\s250,000/)
  expect(await read('/returns-policy')).toContain('You have 14 days')
  const contact = await formOf('contact', { name: 'Kwathu', phones: '0888 201 814', tiktok: '' })
  await owner.post(pathOf('contact'), contact)
  const home = await read('/')
  expect(home).toMatch(/<title>[^<]*\| Kwathu<\/title>/)
  expect(home).toContain('tel:0888201814')
  expect(home).not.toContain('tiktok.com')
})

test('the shop’s pages at further sites are listed by name beside the three that have a field', async () => {
  const otherPages =
    'YouTube: https://www.youtube.com/@kwathu\r\n\r\nOur stall, Limbe: https://maps.example/1'
  await owner.post(pathOf('contact'), await formOf('contact', { otherPages, tiktok: '' }))
  const footer = (await read('/')).split('<footer')[1] ?? ''
  const links = [...footer.matchAll(/href="(https:[^"]*)"[^>]*>([^<]*)</g)]
  expect(links.map(([, url, name]) => [name, url]).slice(1)).toEqual([
    ['Instagram', 'https://www.instagram.com/zovala.example'],
    ['YouTube', 'https://www.youtube.com/@kwathu'],
    ['Our stall, Limbe', 'https://maps.example/1'],
  ])
  expect((await findGroup(app.shop.db, 'contact')).values.otherPages).toHaveLength(2)
  expect((await owner.open(pathOf('contact'))).html).toContain(
    'YouTube: https://www.youtube.com/@kwathu\nOur stall, Limbe: https://maps.example/1</textarea>',
  )
  for (const [text, words] of [
    ['https://www.youtube.com/@kwathu', 'one page a line'],
    ['YouTube', 'one page a line'],
    ['YouTube: http://www.youtube.com/@kwathu', 'begins with https://'],
    ['Ours: javascript:alert(1)', 'begins with https://'],
  ] as const) {
    const form = await formOf('contact', { otherPages: text })
    const refused = await owner.post(pathOf('contact'), form)
    expect([text, refused.status]).toEqual([text, 400])
    expect(await refused.text()).toContain(words)
  }
})

test('a settings form posts to its own address, so that the browser does not warn of unsaved changes', async () => {
  for (const path of [pathOf('contact'), pathOf('policy')]) {
    const html = await (await owner.fetch(path)).text()
    const [form] = html.match(/<form[^>]*class="max-w-3xl[^>]*>/) ?? []
    expect(form).toContain(` action="${path}"`)
  }
})

test('settings begin with their groups, each a link with what is in it; nothing is saved there', async () => {
  const { html } = await owner.open('/admin/settings')
  const [list = ''] = /<nav aria-label="Groups of settings".*?<\/nav>/s.exec(html) ?? []
  const links = [...list.matchAll(/href="([^"]*)"/g)].map(([, path]) => path)
  expect(new Set(links)).toEqual(
    new Set(SETTING_GROUPS.map((group) => `/admin/settings?section=${group}`)),
  )
  expect(html).toContain('phone numbers')
  for (const path of ['/admin/settings', '/admin/settings?section=none'])
    expect(await (await owner.fetch(path)).text()).not.toContain('name="loaded"')
  const { version } = await findGroup(app.shop.db, 'contact')
  const nowhere = '/admin/settings?section=none'
  const answer = await owner.post(nowhere, await formOf('contact', { name: 'Kwathu' }))
  expect((await owner.open(answer)).html).not.toContain('Settings saved')
  expect((await findGroup(app.shop.db, 'contact')).version).toBe(version)
})

test('a contact form from before an update is redirected to where it is saved, or shown as typed', async () => {
  const { name: before } = defaultGroups().contact
  const send = async (name: string) => {
    const form = await formOf('contact', { name })
    const answer = await owner.post('/admin/settings', form)
    // Only this status makes a browser send the same form again.
    expect(answer.status).toBe(307)
    expect((await findGroup(app.shop.db, 'contact')).values.name).toBe(before)
    return owner.post(answer.headers.get('location') ?? '', form)
  }
  const refused = await send(' ')
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('fill this in')
  expect((await owner.open(await send('Kwathu'))).html).toContain('Settings saved')
  expect((await findGroup(app.shop.db, 'contact')).values.name).toBe('Kwathu')
})

test('a settings form from an old page’s scripts is saved, because a redirect would lose the typed text', async () => {
  const send = async (name: string) =>
    owner.fetch('/admin/settings', {
      method: 'POST',
      headers: { 'sec-fetch-mode': 'cors' },
      body: new URLSearchParams(await formOf('contact', { name })),
    })
  expect((await send(' ')).status).toBe(400)
  expect((await send('Kwathu')).status).toBe(302)
  expect((await findGroup(app.shop.db, 'contact')).values.name).toBe('Kwathu')
})

test('an open page can reload the settings: the document and settings.json show the same state', async () => {
  const stateOf = (html: string) =>
    JSON.parse(/<script id="settings"[^>]*>([^<]*)</.exec(html)?.[1] ?? 'null') as unknown
  const before = stateOf(await read('/'))
  expect(before).toMatchObject({ shop: { name: 'Zovala', freeDeliveryFrom: 300_000 } })
  await owner.post(pathOf('texts'), await formOf('texts', { flashSale: '</script><b>Sale' }))
  const html = await read('/')
  expect(html).not.toContain('</script><b>Sale')
  const after = stateOf(html)
  expect(after).toMatchObject({ shop: { flashSale: '</script><b>Sale' } })
  expect((await app.visit().json('/settings.json')).body).toEqual(after)
})

test('limits of the staff are saved by who has proven who they are', async () => {
  const wider = await formOf('limits', { refundAlone: '90,000', secondPersonFrom: '' })
  await app.shop.db.update(sessions).set({ provenAt: sql`now() - interval '11 minutes'` })
  const asked = await owner.post(pathOf('limits'), wider)
  expect(asked.status).toBe(401)
  expect(await asked.text()).toContain('Is it you?')
  expect(limitSettings().secondPersonFrom).toBe(REFUNDS.secondPersonFrom)
  await app.shop.db.update(sessions).set({ provenAt: sql`now()` })
  const saved = await owner.post(pathOf('limits'), wider)
  expect(saved.headers.get('location')).toBe(pathOf('limits'))
  expect(limitSettings()).toMatchObject({ refundAlone: 90_000, secondPersonFrom: null })
})

test('a fault of a setting stands at its field, with what was typed', async () => {
  const wrong = { freeDeliveryFrom: 'much', returnsDays: '0', placeholderRating: '4.4' }
  const bounds = await formOf('policy', { voucherFrom: '5,000', voucherUpTo: '4,000' })
  expect(await (await owner.post(pathOf('policy'), bounds)).text()).toContain('below the smallest')
  const answer = await owner.post(pathOf('policy'), await formOf('policy', wrong))
  expect(answer.status).toBe(400)
  const html = await answer.text()
  expect(html).toContain('value="much"')
  expect(html).toContain('Please use a whole number from 1 to 1,000,000,000.')
  expect(html).toContain('Please use a whole number from 1 to 365.')
  expect(html).toContain('Please use 1 to 5 stars in steps of a half')
  const contact = {
    email: 'nobody',
    phones: '0888 201 814\n0999 201 81',
    facebook: 'http://x.example',
    name: ' ',
  }
  const page = await (await owner.post(pathOf('contact'), await formOf('contact', contact))).text()
  for (const words of [
    'an email address',
    '0999 201 81 cannot be called',
    'begins with https://',
    'fill this in',
  ])
    expect(page).toContain(words)
})

test('an admin reads the settings and changes none', async () => {
  const admin = await app.signIn('admin')
  const html = await (await admin.fetch(pathOf('policy'))).text()
  expect(html).toContain('Only the owner of the shop can change this.')
  expect(html).not.toContain('>Save<')
  const refused = await admin.post(pathOf('policy'), await formOf('policy', { returnsDays: '3' }))
  expect((await admin.open(refused)).html).toContain('Only the owner of the shop')
  expect((await findGroup(app.shop.db, 'policy')).isSaved).toBe(false)
})

test('settings saved in two tabs: different fields are merged, and a person decides about the same field', async () => {
  const mine = await formOf('policy', { returnsDays: '14' })
  const same = await formOf('policy', { freeDeliveryFrom: '200000' })
  await owner.post(pathOf('policy'), await formOf('policy', { freeDeliveryFrom: '250000' }))
  await owner.post(pathOf('policy'), mine)
  expect((await findGroup(app.shop.db, 'policy')).values).toMatchObject({
    returnsDays: 14,
    freeDeliveryFrom: 250_000,
  })
  const refused = await owner.post(pathOf('policy'), same)
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain('has changed this while you were editing')
})

test('the evening message has the owner’s saved text, which no shopper’s page contains', async () => {
  const dress = await aProduct(app.shop, { price: 20_000, stock: 9 })
  await aPaidOrder(app.shop, (await aUser(app.shop)).userId, [{ product: dress, quantity: 2 }])
  const cashierId = (await aUser(app.shop, 'cashier')).userId
  await aSale(app.shop, { cashierId, product: dress, cashAmount: 5000, creditAmount: 15_000 })
  const readChat = async () => {
    const { html } = await (await app.signIn('admin')).open('/admin')
    const [link = ''] = html.match(/https:\/\/wa\.me\/[^"]*/) ?? []
    return new URL(link.replaceAll('&amp;', '&')).searchParams.get('text')
  }
  expect(await readChat()).toContain(`Cash taken: ${formatKwacha(5000)}`)
  const bad = await owner.post(
    pathOf('staff'),
    await formOf('staff', { eveningMessage: 'Hi {partner}' }),
  )
  expect(bad.status).toBe(400)
  const page = await bad.text()
  expect(page).toContain('nothing else in braces than {shop} {date}')
  expect(page).toContain('Hi {partner}</textarea>')
  const eveningMessage = 'Moni!\r\n{shop}: {online_orders}, {online_sales}, {till_sales}, {total}'
  const saved = await owner.post(pathOf('staff'), await formOf('staff', { eveningMessage }))
  expect(saved.headers.get('location')).toBe(pathOf('staff'))
  const { name } = defaultGroups().contact
  expect(await readChat()).toBe(
    `Moni!\n${name}: 1, ${formatKwacha(42_000)}, ${formatKwacha(20_000)}, ${formatKwacha(62_000)}`,
  )
  expect((await owner.open(pathOf('staff'))).html).toContain('>Moni!\n{shop}: {online_orders}')
  expect((await app.visit().open('/')).html).not.toContain('online_orders')
  expect(JSON.stringify((await app.visit().json('/settings.json')).body)).not.toContain('Moni!')
})

test('labels are printed on the paper that is set for the shop, unless the address says another', async () => {
  const read = async (path: string) => (await owner.fetch(path)).text()
  const dress = await aProduct(app.shop)
  const form = `/admin/labels?product=${dress.productId}`
  const print = `/admin/labels/print?product=${dress.productId}&n=3`
  const ticked = (html: string) => /<input[^>]*checked=""[^>]*value="(\w+)"/.exec(html)?.[1]
  expect(ticked(await read(form))).toBe('a4')
  expect(await read(print)).toContain('label-a4')
  const wrong = await owner.post(pathOf('staff'), await formOf('staff', { labelPaper: 'a5' }))
  expect(await wrong.text()).toContain('Please choose a paper from the list.')
  await owner.post(pathOf('staff'), await formOf('staff', { labelPaper: 'roll' }))
  expect(ticked(await read(form))).toBe('roll')
  expect(ticked(await read(`${form}&paper=till`))).toBe('till')
  expect(await read(print)).toContain('label-roll')
  expect(await read(`${print}&paper=a4`)).not.toContain('label-roll')
})

test('a till is given the settings with its start', async () => {
  await owner.post(pathOf('contact'), await formOf('contact', { openingHours: 'Every day' }))
  const cashier = await app.signIn('cashier')
  const { body } = await cashier.json('/admin/pos/start')
  expect(body).toMatchObject({ settings: { shop: { openingHours: 'Every day' } } })
})

test('a courier is changed, added and switched off; the list and the checkout follow', async () => {
  const courierPath = (open: string) => `/admin/settings?section=couriers&${open}`
  const { id, version } = await findGroup(app.shop.db, 'couriers')
  const texts = courierTexts(defaultGroups().couriers.couriers[0] ?? null)
  const about = { intent: 'save', id, version: String(version), loaded: JSON.stringify(texts) }
  const dear = {
    ...about,
    ...texts,
    price: '2,500',
    daysIsland: '',
    depots: 'Zomba: Bike Depot, M3 Road, Zomba',
  }
  const saved = await owner.post(courierPath('edit=bike-riders'), dear)
  expect(saved.headers.get('location')).toBe('/admin/settings?section=couriers')
  const [bike] = (await findGroup(app.shop.db, 'couriers')).values.couriers
  expect(bike).toMatchObject({
    id: 'bike-riders',
    price: 2500,
    depots: { Zomba: [['Bike Depot', 'M3 Road', 'Zomba']] },
  })
  expect(bike?.days.island).toBeUndefined()
  const wrong = { ...dear, depots: 'Nowhere: A, B, C', daysTown: '3-1' }
  const html = await (await owner.post(courierPath('edit=bike-riders'), wrong)).text()
  expect(html).toContain('a district of Malawi')
  expect(html).toContain('the fewest and the most')
  const loaded = JSON.stringify(courierTexts(null))
  const other = { ...about, ...texts, loaded, name: 'Lake Boats', isActive: '' }
  // Saving another courier with the earlier version is no conflict.
  await owner.post(courierPath('new'), other)
  const list = await (await owner.fetch(courierPath(''))).text()
  expect(list).toContain('Lake Boats')
  expect(list).toMatch(/MK\s2,500/)
})
