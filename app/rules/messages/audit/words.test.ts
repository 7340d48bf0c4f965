import { expect, test } from 'vitest'
import { describeChange } from './describe-change.ts'
import { actionWords } from './words.ts'

test('prices are shown in kwacha, old and new', () => {
  expect(
    describeChange(
      { price: 20_000, comparePrice: null, total_amount: 5 },
      { price: 18_000, comparePrice: 20_000, total_amount: 6 },
    ),
  ).toEqual([
    { field: 'Price', from: 'MK\u00a020,000', to: 'MK\u00a018,000' },
    { field: 'Compare price', from: '–', to: 'MK\u00a020,000' },
    { field: 'Total amount', from: 'MK\u00a05', to: 'MK\u00a06' },
  ])
})

test('switches, times, lists and numbers are shown in words', () => {
  const [active, starts, tags, sizes, stock, born] = describeChange(null, {
    isActive: true,
    startsAt: '2026-11-20T08:00:00.000Z',
    tags: ['cotton', 'summer'],
    variants: [{ size: 'M', color: null, inventory: 3 }],
    inventory: 12,
    dateOfBirth: '1990-03-05',
  })
  expect(active).toEqual({ field: 'Is active', from: null, to: 'yes' })
  expect(starts?.to).toBe('Nov 20, 2026, 10:00')
  expect(tags?.to).toBe('cotton, summer')
  expect(sizes?.to).toBe('Size: M; Inventory: 3')
  expect(stock?.to).toBe('12')
  expect(born).toMatchObject({ field: 'Date of birth', to: 'Mar 05, 1990' })
})

test("a code's value is shown in kwacha or percent, by its type", () => {
  expect(describeChange(null, { type: 'fixed', value: 5000 })[1]?.to).toBe('MK\u00a05,000')
  expect(describeChange(null, { type: 'percentage', value: 10 })[1]?.to).toBe('10%')
})

test('a deleted row has no new state in the audit log, and a cleared field has an empty one', () => {
  expect(describeChange({ name: 'Old Hat', sku: 'H-1' }, null)).toEqual([
    { field: 'Name', from: 'Old Hat', to: null },
    { field: 'SKU', from: 'H-1', to: null },
  ])
  expect(describeChange({ notes: 'x' }, { notes: '' })[0]?.to).toBe('–')
})

test.each([
  '2026-99-99',
  '2026-02-30',
  '2026-99-99 99:99:99',
  '2026-99-99T99:99:99Z',
  '2026-11-20T08:00:00 sale',
])('a title %j that looks like a time is shown as it was typed', (title) => {
  expect(describeChange(null, { title })[0]?.to).toBe(title)
})

test('pictures are shown as words instead of ids', () => {
  const id = '1f0c9a2e-9d5e-4f7b-8a55-6d6c4f0d8d11'
  expect(describeChange({ pictureId: null }, { pictureId: id })).toEqual([
    { field: 'Picture', from: '–', to: 'a picture' },
  ])
  expect(describeChange({ pictureId: id }, { pictureId: id.replace('1', '2') })).toEqual([
    { field: 'Picture', from: 'a picture', to: 'another picture' },
  ])
  expect(
    describeChange(
      { images: ['The hem (1f0c9a2e)'] },
      { images: ['The hem (1f0c9a2e)', ' (2b1c9a2e)'] },
    ),
  ).toEqual([{ field: 'Images', from: 'The hem', to: 'The hem, a picture' }])
})

test('a long text is shortened', () => {
  expect(describeChange(null, { description: 'a'.repeat(5000) })[0]?.to).toHaveLength(241)
})

test('a change to one of a hundred sizes shows only that one', () => {
  const stock = (last: number) => ({
    inventory: Array.from({ length: 100 }, (_, n) => `Size ${n}: ${n === 99 ? last : 5}`),
  })
  const [change] = describeChange(stock(5), stock(2))
  expect(change?.from).toMatch(/^….*Size 99: 5$/)
  expect(change?.to).toMatch(/^….*Size 99: 2$/)
})

test('an act starts with a capital', () => {
  expect(actionWords('stock adjusted')).toBe('Stock adjusted')
})
