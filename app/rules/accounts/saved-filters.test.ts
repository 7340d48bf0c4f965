import { expect, test } from 'vitest'
import { filterErrors } from '../messages/accounts/saved-filters.ts'
import {
  FILTER_LONGEST,
  FILTERED_LISTS,
  listAt,
  readFilterName,
  readFilterQuery,
} from './saved-filters.ts'

const ofLength = (length: number) => `search=${'x'.repeat(length - 'search='.length)}`

test('a list at an address of the back office can have filters; no other address can', () => {
  expect(FILTERED_LISTS.map(listAt)).toEqual(FILTERED_LISTS)
  for (const path of ['', '/admin', '/admin/orders/1', '/admin/settings', '/shop'])
    expect(listAt(path), path).toBeNull()
})

test.each([
  ['', null],
  ['?search=', null],
  ['?search=tee&status=&sort=name', 'search=tee&sort=name'],
  ['status=paid&status=new', 'status=paid&status=new'],
  ['search=a b', 'search=a+b'],
  [ofLength(1000), ofLength(1000)],
  [ofLength(1001), null],
])('a saved filter keeps of “%s” %j', (text, kept) => {
  expect(readFilterQuery(text)).toBe(kept)
})

test('a filter needs a name of at most 40 characters', () => {
  expect(readFilterName({ name: ' To pack ' })).toEqual({ ok: true, edit: { name: 'To pack' } })
  expect(readFilterName({ name: 'x'.repeat(FILTER_LONGEST.name) }).ok).toBe(true)
  expect(readFilterName({ name: 'x'.repeat(41) }).ok).toBe(false)
  expect(readFilterName({ name: '  ' })).toEqual({
    ok: false,
    errors: { name: filterErrors['name-missing'] },
  })
})
