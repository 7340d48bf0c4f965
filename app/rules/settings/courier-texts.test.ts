import { expect, test } from 'vitest'
import { courierErrorField, courierFrom, courierTexts } from './courier-texts.ts'

const BLANK = courierTexts(null)
const read = (change: Partial<typeof BLANK>, id: string | null = 'speed') =>
  courierFrom({ ...BLANK, ...change }, id)

test('the form of a new courier is blank and active', () => {
  const { isActive, ...texts } = BLANK
  expect(isActive).toBe('true')
  expect(new Set(Object.values(texts))).toEqual(new Set(['']))
  expect(read({ name: ' Speed ' })).toEqual({
    id: 'speed',
    name: 'Speed',
    price: null,
    days: {},
    depots: {},
    isActive: true,
  })
})

test('a courier that is switched off stays so when its form is saved unchanged', () => {
  const courier = { id: 'speed', name: 'Speed', price: 0, days: {}, depots: {}, isActive: false }
  expect(courierFrom(courierTexts(courier), courier.id)).toEqual(courier)
})

test('the id of a new courier consists of the letters and digits of its name; that of another stays', () => {
  for (const [name, id] of [
    ['Mzuzu Express & Sons', 'mzuzu-express-sons'],
    ['  "24/7 Riders!"', '24-7-riders'],
    ['N'.repeat(60), 'n'.repeat(40)],
    ['ŵ', ''],
  ] as const)
    expect(read({ name }, null).id).toBe(id)
  expect(read({ name: 'Other' }).id).toBe('speed')
})

test('days are read as one number or two, and a zone without any is not served', () => {
  for (const [typed, days] of [
    ['3', [3, 3]],
    [' 1 - 2 ', [1, 2]],
    ['1–2', [1, 2]],
    ['1-2-3', [1, 2, 3]],
    ['1-', [1, null]],
    ['soon', [NaN, NaN]],
    ['  ', undefined],
  ] as const)
    expect(read({ daysSouth: typed }).days).toEqual(days ? { south: days } : {})
})

test('a depot’s name ends at the first comma and its town begins after the last; each line is one depot', () => {
  const depots = [
    'Zomba: CTS Zomba, M3 Road, Area 4 , Zomba',
    '  ',
    ' Blantyre :A: B,C,D',
    'Zomba: Market, Zomba',
    'Zomba: Market, , Zomba',
    'constructor: A, B, C',
    'Mzuzu',
  ].join('\n')
  expect(read({ depots }).depots).toEqual({
    Zomba: [
      ['CTS Zomba', 'M3 Road, Area 4', 'Zomba'],
      ['Market', 'Zomba'],
      ['Market', '', 'Zomba'],
    ],
    Blantyre: [['A: B', 'C', 'D']],
    constructor: [['A', 'B', 'C']],
    Mzuzu: [['']],
  })
})

test('a courier’s form shows each refusal at the field that it was typed in', () => {
  expect(courierErrorField(['id'])).toBe('name')
  expect(courierErrorField(['days', 'south', 0])).toBe('daysSouth')
  expect(courierErrorField(['depots', 'Zomba', 1])).toBe('depots')
})
