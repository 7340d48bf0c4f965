import { expect, test } from 'vitest'
import { sumPicking } from './pick-list.ts'

const line = (name: string, shelf: string | null, units: number, size: string | null = null) => ({
  variantId: `${name} ${size}`,
  sku: name.toUpperCase(),
  name,
  size,
  color: null,
  shelf,
  units,
})

test('a pick list is sorted by product where shelves are the same, and what has no shelf comes last', () => {
  const lines = [
    line('Shoe', null, 1),
    line('Dress', null, 1),
    line('Hat', null, 1),
    line('Belt', 'A1', 1),
    line('Scarf', 'B2', 1),
    line('Coat', 'B2', 1),
  ]
  const ofColor = { ...line('Coat', 'B2', 1), variantId: 'blue', sku: 'A-BLUE' }
  const picks = sumPicking([{ orderNumber: 'FSC-1', lines: [...lines, ofColor] }])
  expect(picks.map(({ line: { sku } }) => sku)).toEqual([
    'BELT',
    'A-BLUE',
    'COAT',
    'SCARF',
    'DRESS',
    'HAT',
    'SHOE',
  ])
})

test('a pick list adds up the units of several orders, sorted by location, and names the orders', () => {
  const picks = sumPicking([
    { orderNumber: 'FSC-1', lines: [line('Dress', 'B10', 2), line('Scarf', null, 1)] },
    { orderNumber: 'FSC-2', lines: [line('Dress', 'B10', 1), line('Shoe', 'B2', 1, '38')] },
    { orderNumber: 'FSC-3', lines: [line('Shoe', 'B2', 3, '39'), line('Dress', 'B10', 0)] },
  ])
  expect(picks.map(({ line: { name, size }, units }) => [name, size, units])).toEqual([
    ['Shoe', '38', 1],
    ['Shoe', '39', 3],
    ['Dress', null, 3],
    ['Scarf', null, 1],
  ])
  expect(picks[2]?.orders).toEqual([
    { orderNumber: 'FSC-1', units: 2 },
    { orderNumber: 'FSC-2', units: 1 },
  ])
})
