import { globSync, readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { savedFilters } from '../../../app/db/tables.server.ts'
import { FILTERED_LISTS } from '../../../app/rules/accounts/saved-filters.ts'
import { type SignedIn, useApp } from '../../support/app.ts'

const app = useApp()
const PATH = '/admin/saved-filters'
let admin: SignedIn

beforeEach(async () => {
  admin = await app.signIn('admin')
})

const save = (change: Record<string, string> = {}) =>
  admin.post(PATH, {
    intent: 'save',
    path: '/admin/orders',
    query: 'status=processing&sort=-total',
    name: 'To pack',
    ...change,
  })
const all = () => app.shop.db.select().from(savedFilters)
/** Each saved filter above the list, and whether it is marked as current. */
const linksIn = (html: string) => {
  const [nav = ''] = /<nav aria-label="Saved filters".*?<\/nav>/s.exec(html) ?? []
  return [...nav.matchAll(/<a ([^>]*)>([^<]*)/g)].map(([, attributes = '', name]) => ({
    name,
    to: /href="([^"]*)"/.exec(attributes)?.[1]?.replaceAll('&amp;', '&'),
    isMarked: attributes.includes('aria-current'),
  }))
}

/** The filters of lists without a search. */
const NARROWED_BY: Partial<Record<string, string>> = {
  '/admin/shifts': 'status=open',
  '/admin/price-changes': 'state=planned',
  '/admin/waitlist': 'show=to-text',
  '/admin/stock-takes': 'state=booked',
  '/admin/deliveries': 'state=open',
}

test.each(FILTERED_LISTS)('%s offers to save its search and sort order', async (path) => {
  expect((await admin.open(path)).html).not.toContain('Save this filter')
  const asked = NARROWED_BY[path] ?? 'search=abc'
  const { html } = await admin.open(`${path}?${asked}&order=ZV-1&after=`)
  const form = /<form[^>]*action="\/admin\/saved-filters".*?<\/form>/s.exec(html)?.[0] ?? ''
  expect(form).toContain(`name="path" value="${path}"`)
  expect(form).toContain(`name="query" value="${asked}"`)
})

test('a saved filter is shown above its list also when scripts load the list, from another screen or after Save', async () => {
  // The toast names it as well.
  await admin.open(await save())
  const asked = async (list: string) =>
    (await (await admin.fetch(`${list}.data`)).text()).includes('"To pack"')
  expect(await asked('/admin/orders')).toBe(true)
  expect(await asked('/admin/customers')).toBe(false)
})

test('each list with a search, filters or tabs offers to save them', () => {
  const read = (file: string) => readFileSync(file, 'utf8')
  const tabs = globSync('app/ui/admin/**/*.tsx').flatMap((file) =>
    read(file)
      .split(/^(?=export )/m)
      .filter((part) => part.includes('<ChoiceTabs'))
      .map((part) => /^export (?:const|function) (\w+)/.exec(part)?.[1] ?? file),
  )
  expect(tabs).toEqual(expect.arrayContaining(['StateTabs', 'LevelTabs', 'EntryTabs']))
  const tools = new RegExp(`<(ListTools|ChoiceTabs|${tabs.join('|')})\\b`)
  const withTools = globSync('app/routes/admin/**/*.tsx').filter((file) => tools.test(read(file)))
  const table = readFileSync('app/routes.ts', 'utf8')
  const addresses = withTools.map((file) => {
    const name = file.replace(/^app\//, '')
    return `/${
      /'([^']*)'/.exec(
        table
          .slice(0, table.indexOf(`, '${name}'`))
          .split('route(')
          .at(-1) ?? '',
      )?.[1]
    }`
  })
  // Pages below one product, change or file are opened from it, and are no lists.
  const lists = addresses.filter((address) => !address.includes(':'))
  expect(lists.toSorted()).toEqual(FILTERED_LISTS.toSorted())
})

test('a saved filter leads back to its list, which shows it as a link and marks it while it applies', async () => {
  const answer = await save()
  const { html } = await admin.open(answer)
  expect(html).toContain('stands above the list whenever you open it')
  const link = { name: 'To pack', to: '/admin/orders?status=processing&sort=-total' }
  const edit = { name: 'Edit', to: PATH, isMarked: false }
  expect(linksIn(html)).toEqual([{ ...link, isMarked: true }, edit])
  expect(html).not.toContain('Save this filter')
  const whole = (await admin.open('/admin/orders')).html
  expect(linksIn(whole)).toEqual([{ ...link, isMarked: false }, edit])
  const other = await app.signIn('admin')
  expect(linksIn((await other.open('/admin/orders')).html)).toEqual([])
})

test.each([
  ['without a name', { name: ' ' }, 'Please give the filter a name.'],
  ['of nothing', { query: 'search=' }, 'there is nothing to save'],
  ['of another screen', { path: '/admin/health' }, 'Please'],
  ['that leads elsewhere', { path: '//evil.example' }, 'Please'],
])('a filter %s is refused', async (_, change, words) => {
  const answer = await save(change)
  expect(answer.headers.get('location')).toMatch(/^\/admin\//)
  expect((await admin.open(answer)).html).toContain(words)
  expect(await all()).toEqual([])
})

test('a filter is renamed in its window and deleted by a plain form', async () => {
  await save()
  await save({ name: 'Other', query: 'status=shipped' })
  const [row] = (await all()).filter(({ name }) => name === 'To pack')
  const id = row?.id ?? ''
  expect((await admin.open(`${PATH}?edit=${id}`)).html).toContain('Rename saved filter')
  const seen = { id, version: '1' }
  const taken = await admin.post(`${PATH}?edit=${id}`, { intent: 'save', ...seen, name: 'other' })
  expect(taken.status).toBe(409)
  expect(await taken.text()).toContain('under this name already')
  await admin.post(`${PATH}?edit=${id}`, { intent: 'save', ...seen, name: 'Packing' })
  const stale = await admin.post(PATH, { intent: 'delete', ...seen })
  expect((await admin.open(stale)).html).toContain('Packing')
  const done = await admin.post(PATH, { intent: 'delete', ...seen, version: '2' })
  const { html } = await admin.open(done)
  expect(html).toContain('Filter deleted')
  expect(html).not.toContain('Packing')
})
