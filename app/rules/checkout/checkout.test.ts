import { describe, expect, test } from 'vitest'
import { checkAddress, cityOf, districtOf, NOTHING_TYPED, splitName } from './checkout.ts'

const good = {
  firstName: ' Chisomo ',
  lastName: 'Banda',
  phone: '0991 234 567',
  address: 'Plot 4, Sunnyside',
  city: 'Blantyre',
  district: 'Nkhata Bay',
}
const errorsOf = (change: Partial<typeof good>) => {
  const checked = checkAddress({ ...good, ...change })
  return checked.ok ? {} : checked.errors
}

describe('the address at the checkout', () => {
  test('is trimmed, and its phone number has one form', () => {
    expect(checkAddress(good)).toEqual({
      ok: true,
      address: { ...good, firstName: 'Chisomo', phone: '+265991234567' },
    })
  })

  test.each(['firstName', 'lastName', 'phone', 'address', 'city', 'district'] as const)(
    'with a blank %s is refused beside its field',
    (field) => {
      expect(Object.keys(errorsOf({ [field]: '   ' }))).toEqual([field])
    },
  )

  test('with an invalid phone number, an unknown district or too long a street is refused', () => {
    expect(errorsOf({ phone: 'call me' }).phone).toMatch(/courier can call/)
    expect(errorsOf({ district: 'Atlantis' }).district).toMatch(/list/)
    expect(errorsOf({ address: 'x'.repeat(301) }).address).toMatch(/300/)
  })

  test('in a district that is not served is refused by its name, and not for an order that is collected', () => {
    const nowhere = () => false
    expect(checkAddress(good, null, nowhere)).toEqual({
      ok: false,
      errors: { district: expect.stringContaining('Nkhata Bay') },
    })
    const place = { name: 'Depot', address: 'M1 Road', town: 'Mzuzu', district: 'Mzuzu' }
    expect(checkAddress(good, place, nowhere)).toMatchObject({
      ok: true,
      address: { address: 'Depot, M1 Road', city: 'Mzuzu', district: 'Mzuzu' },
    })
  })
})

test('the checkout begins blank, and saves no address unasked', () => {
  expect(new Set(Object.values(NOTHING_TYPED))).toEqual(new Set(['', false]))
})

test('the last word of a name is the last name', () => {
  expect(splitName(' Mary Jane  Phiri ')).toEqual({ firstName: 'Mary Jane', lastName: 'Phiri' })
  expect(splitName('Tamanda')).toEqual({ firstName: 'Tamanda', lastName: '' })
  expect(splitName('')).toEqual({ firstName: '', lastName: '' })
})

test('only a district that is a city names the city', () => {
  expect(cityOf('Blantyre')).toBe('Blantyre')
  expect(['Nkhata Bay', 'Mzimba', ''].map(cityOf)).toEqual(['', '', ''])
})

test('a typed city names the district of that name, of those to which the shop delivers', () => {
  const delivered = ['Nkhata Bay', 'Zomba']
  expect(districtOf(' nkhata bay', delivered)).toBe('Nkhata Bay')
  expect(['Zom', 'Lunzu', 'Blantyre', ''].map((city) => districtOf(city, delivered))).toEqual([
    '',
    '',
    '',
    '',
  ])
})
