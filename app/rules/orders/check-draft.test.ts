import { expect, test } from 'vitest'
import { checkDraft } from './check-draft.ts'
import { EMPTY_DRAFT } from './order-draft.ts'

const DRAFT = {
  ...EMPTY_DRAFT,
  firstName: 'Chisomo',
  lastName: 'Banda',
  phone: '0991 234 567',
  address: 'Plot 4',
  city: 'Mzuzu',
  district: 'Mzuzu',
  delivery: 'bike-riders',
}
const address = {
  firstName: 'Chisomo',
  lastName: 'Banda',
  phone: '+265991234567',
  address: 'Plot 4',
  city: 'Mzuzu',
  district: 'Mzuzu',
}
const HOME = {
  address,
  email: '',
  courierId: 'bike-riders',
  collectAt: null,
  notes: null,
  code: null,
}
const DEPOT = 'Speed Courier Katoto, M1 Road, Mzuzu'

test('an order by phone may have no email, note and code, and is delivered home or collected at a depot', () => {
  const home = { address: '', city: '', district: '' }
  for (const [change, customer] of [
    [{}, {}],
    [{ email: ' Chisomo@Example.MW ' }, { email: 'chisomo@example.mw' }],
    [
      { notes: 'Ring twice', code: 'TEN' },
      { notes: 'Ring twice', code: 'TEN' },
    ],
    [
      { delivery: `speed-courier|${DEPOT}`, ...home },
      {
        courierId: 'speed-courier',
        collectAt: DEPOT,
        address: { ...address, address: 'Speed Courier Katoto, M1 Road' },
      },
    ],
  ] as [object, object][])
    expect(checkDraft({ ...DRAFT, ...change })).toEqual({
      ok: true,
      customer: { ...HOME, ...customer },
    })
})

test.each([
  ['email', { email: 'chisomo@' }],
  ['delivery', { delivery: '' }],
  ['delivery', { delivery: 'nobody' }],
  ['delivery', { delivery: 'speed-courier|Nowhere' }],
  ['city', { city: '' }],
])('an order by phone is refused at its %s: %j', (field, change) => {
  const checked = checkDraft({ ...DRAFT, ...change })
  expect(checked.ok ? {} : checked.errors).toEqual({ [field]: expect.stringMatching(/./) })
})

test('an order by phone with several invalid fields names all of them', () => {
  const checked = checkDraft({ ...DRAFT, phone: 'call me', email: 'x', delivery: '' })
  expect(checked.ok ? [] : Object.keys(checked.errors).toSorted()).toEqual([
    'delivery',
    'email',
    'phone',
  ])
})
