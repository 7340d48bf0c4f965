import { beforeEach, describe, expect, test } from 'vitest'
import {
  auditLog,
  categories,
  missedSearches,
  searchSynonyms,
} from '../../../app/db/tables.server.ts'
import { noteMissedSearch } from '../../../app/modules/catalogue/missed-searches.ts'
import { keepRetention } from '../../../app/modules/privacy/keep-retention.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aProduct } from '../../support/factories.ts'

const app = useApp()
const PATH = '/admin/search-words'
let admin: SignedIn

beforeEach(async () => {
  admin = await app.signIn('admin')
})

const post = (fields: Record<string, string>) => admin.post(PATH, fields)
const save = (fields: Record<string, string>) =>
  post({ intent: 'save', words: '', isActive: 'true', ...fields })
const search = async (text: string) =>
  (await app.visit().open(`/products?search=${encodeURIComponent(text)}`)).html
const missed = () =>
  app.shop.db
    .select({ words: missedSearches.words, count: missedSearches.count })
    .from(missedSearches)
    .orderBy(missedSearches.words)
const groups = async () => (await app.shop.db.select().from(searchSynonyms)).map((row) => row.words)

describe('search words', () => {
  test('a search without results is listed, and one tap leads to synonyms that make it find products', async () => {
    await aProduct(app.shop, { name: 'Straw Hat' })
    expect(await search('Zipewa!')).toContain('No products found.')
    const { html } = await admin.open(PATH)
    expect(html).toContain('zipewa')
    expect(html).toContain(`href="${PATH}?new=zipewa"`)
    expect((await admin.open(`${PATH}?new=zipewa`)).html).toMatch(/<textarea[^>]*>zipewa, </)
    await save({ words: 'zipewa,  straw hat\nZIPEWA' })
    expect(await groups()).toContainEqual(['ZIPEWA', 'straw hat'])
    expect(await missed()).toEqual([])
    // Cached pages of all processes are dropped with it: the same address finds it at once.
    await expect
      .poll(() => search('Zipewa!'), { timeout: 20_000 })
      .not.toContain('No products found.')
    expect(await search('Zipewa!')).toContain('Straw Hat')
    const [line] = await app.shop.db.select().from(auditLog)
    expect(line).toMatchObject({ entity: 'synonym', action: 'created', label: 'ZIPEWA, straw hat' })
  })

  test('words of the region exist in a new shop, and can be changed, switched off and deleted', async () => {
    const { html } = await admin.open(PATH)
    expect(html).toContain('nsapato, shoes, footwear')
    const [before] = (await app.shop.db.select().from(searchSynonyms)).filter(({ words }) =>
      words.includes('duku'),
    )
    const id = before?.id ?? ''
    await save({ id, version: '1', words: 'duku, scarf' })
    const stale = await save({ id, version: '1', words: 'duku, veil' })
    expect(await stale.text()).toContain('duku, scarf')
    await post({ intent: 'switch', id, active: 'false' })
    await post({ intent: 'delete', id, version: '3' })
    expect((await groups()).some((words) => words.includes('duku'))).toBe(false)
    const acts = (await app.shop.db.select().from(auditLog)).map(({ action }) => action)
    expect(acts.toSorted()).toEqual(['deleted', 'edited', 'status changed'])
    await app.shop.db.insert(searchSynonyms).values({ words: before?.words ?? [] })
  })

  test.each([
    ['one word is no group', 'duku', 'at least two words'],
    ['a word has a letter', 'duku, !!', 'has no letter or digit'],
    ['few words', Array.from({ length: 21 }, (_, n) => `w${n}`).join(), 'At most 20 words'],
    ['short words', `duku, ${'x'.repeat(41)}`, 'at most 40 letters'],
  ])(
    '%s: a fault is shown beside the field, and what was typed stays',
    async (_what, words, text) => {
      const answer = await save({ words })
      const html = await answer.text()
      expect(answer.status).toBe(400)
      expect(html).toContain(text)
      expect(html).toContain(words.slice(0, 30))
    },
  )
})

describe('searches without result', () => {
  test('are counted by day in their words alone; nothing that may name somebody', async () => {
    for (const text of [
      'Mjojo',
      'mjojo ',
      'MJÓJO?',
      'me@example.com',
      '0991 234 567',
      '0999.123.456',
      'x',
      '!!',
    ])
      await noteMissedSearch(app.shop, text)
    expect(await missed()).toEqual([{ words: 'mjojo', count: 3 }])
    await post({ intent: 'remove', words: 'mjojo' })
    expect(await missed()).toEqual([])
  })

  test('are recorded when the words alone find nothing, whatever the filters', async () => {
    await aProduct(app.shop, { name: 'Straw Hat' })
    const [empty] = await app.shop.db
      .insert(categories)
      .values({ name: 'Belts', slug: 'belts' })
      .returning()
    if (!empty) throw new Error('no category')
    await search('straw')
    await app.visit().open('/products?search=straw&size=M')
    await app.visit().open('/category/belts?search=straw')
    await app.visit().fetch('/api/products?search=mjojo')
    expect(await missed()).toEqual([])
    await app.visit().open('/products?search=mjojo&size=M')
    await app.visit().open('/category/belts?search=kaunjika')
    expect(await missed()).toEqual([
      { words: 'kaunjika', count: 1 },
      { words: 'mjojo', count: 1 },
    ])
  })

  test('are limited for each day, and deleted after sixty days', async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    await app.shop.db.insert(missedSearches).values([
      { day: day(70), words: 'old' },
      { day: day(50), words: 'young' },
    ])
    await keepRetention(app.shop)
    expect(await missed()).toEqual([{ words: 'young', count: 1 }])
    await app.shop.db.execute(
      `insert into missed_searches (day, words) select (now() at time zone 'Africa/Blantyre')::date, 'word ' || n from generate_series(1, 500) n`,
    )
    await noteMissedSearch(app.shop, 'one more')
    await noteMissedSearch(app.shop, 'word 7')
    const all = await missed()
    expect(all.map(({ words }) => words)).not.toContain('one more')
    expect(all).toContainEqual({ words: 'word 7', count: 2 })
  })
})

test('the nearest products are shown below a search without results, and labelled as near only', async () => {
  await aProduct(app.shop, { name: 'Straw Hat' })
  const html = await search('straw mjojo')
  expect(html).toContain('No products found.')
  expect(html).toContain('Nothing is called “straw mjojo”. The closest we have:')
  expect(html).toContain('Straw Hat')
  const nothing = await search('mjojo')
  expect(nothing).not.toContain('Close to what you searched for')
  expect(nothing).toContain('We have nothing by that name. This is what is new:')
  expect(nothing).toContain('Straw Hat')
  expect((await missed()).map(({ words }) => words)).toContain('mjojo')
})

test('a search that corrects a mistyped word says so, and is not listed as one without result', async () => {
  await aProduct(app.shop, { name: 'Gingham Sundress' })
  const html = await search('ginham sundres')
  expect(html).toContain('Nothing is called “ginham sundres”. The closest we have:')
  expect(html).toContain('Gingham Sundress')
  expect(await search('gingham sundr')).not.toContain('Nothing is called')
  expect(await missed()).toEqual([])
})

test('a live search counts as missed when its visitor leaves without results, not while they type', async () => {
  await aProduct(app.shop, { name: 'Straw Hat' })
  const live = async (query: string) => {
    const answer = await app.visit().fetch(`/search?q=${query}`)
    return (await answer.json()) as { total: number; newest?: { name: string }[] }
  }
  const words = async () => (await missed()).map((one) => one.words)
  const { total, newest } = await live('mpangozi')
  expect([total, newest?.map(({ name }) => name)]).toEqual([
    0,
    expect.arrayContaining(['Straw Hat']),
  ])
  await live('straw&missed=1')
  expect(await words()).not.toContain('mpangozi')
  expect(await words()).not.toContain('straw')
  await live('mpangozi&missed=1')
  expect(await words()).toContain('mpangozi')
})
