import { expect, test } from 'vitest'
import { groupFrom, groupTexts, isOfKind, readNumber } from './group-texts.ts'

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

test.each([
  ['', null],
  ['  ', null],
  ['7,5', Number.NaN],
  ['0', 0],
  ['300,000', 300_000],
  [' 1 300 000 ', 1_300_000],
  ['-2', -2],
  ['1.5', 1.5],
  ['ten', Number.NaN],
])('the number “%s” is %j', (typed, number) => {
  expect(readNumber(typed)).toBe(number)
})

test.each([
  ['contact', 'name', '  Zovala ', 'Zovala'],
  ['contact', 'address', ' Shop 4 \n\n Ginnery Corner\n', ['Shop 4', 'Ginnery Corner']],
  ['contact', 'address', '', []],
  [
    'contact',
    'otherPages',
    ' You Tube : https://www.youtube.com/a: b\nX:  https://x.com/z',
    [
      { name: 'You Tube', url: 'https://www.youtube.com/a: b' },
      { name: 'X', url: 'https://x.com/z' },
    ],
  ],
  [
    'contact',
    'otherPages',
    'https://x.com/z\nYouTube\nYou:Tube: https://x.com/z\nX: https://x.com/\rz\n: https://x.com/z',
    [
      { name: '', url: '' },
      { name: '', url: '' },
      { name: '', url: '' },
      { name: '', url: '' },
      { name: '', url: 'https://x.com/z' },
    ],
  ],
  ['texts', 'foundedYear', '2,019', 2019],
  ['texts', 'foundedYear', '', null],
  ['policy', 'exchangeOfSize', 'true', true],
  ['policy', 'exchangeOfSize', 'on', false],
  ['policy', 'exchangeOfSize', '', false],
  ['staff', 'eveningMessage', ' Sold:\r\n{sum}\r\rZikomo\n', 'Sold:\n{sum}\n\nZikomo'],
  ['staff', 'labelPaper', ' a4 ', ' a4 '],
  ['areas', 'shopDistrict', ' Blantyre', ' Blantyre'],
  ['areas', 'Blantyre', 'city', 'city'],
  ['areas', 'Blantyre', '', null],
  ['calendar', 'closedWeekdays', DAYS.join(', '), [0, 1, 2, 3, 4, 5, 6]],
  ['calendar', 'closedWeekdays', 'sun, SATURDAYS, wednes,, Su, noon', [0, 6, 3, -1, -1]],
  ['calendar', 'closedAroundEaster', ' -2, 1,, x', [-2, 1, Number.NaN]],
] as const)('%s %s: “%s” is read as %j', (group, field, typed, value) => {
  expect(groupFrom(group, { [field]: typed })[field]).toEqual(value)
})

test('a field that a form does not send is read as an empty one', () => {
  expect(groupFrom('staff', {})).toEqual({ eveningMessage: '', labelPaper: '' })
  expect(groupFrom('calendar', { other: 'x' })).toEqual({
    closedWeekdays: [],
    sameDayUntilHour: null,
    closedDates: [],
    closedDays: [],
    closedAroundEaster: [],
  })
})

test.each([
  [
    'staff',
    { eveningMessage: 'Sold: {sum}', labelPaper: 'a4' },
    { eveningMessage: 'Sold: {sum}', labelPaper: 'a4' },
  ],
  [
    'calendar',
    {
      closedWeekdays: [0, 1, 2, 3, 4, 5, 6],
      sameDayUntilHour: 0,
      closedDates: ['12-25', '01-01'],
      closedDays: [],
      closedAroundEaster: [-2, 1],
    },
    {
      closedWeekdays: DAYS.join(', '),
      sameDayUntilHour: '0',
      closedDates: '12-25\n01-01',
      closedDays: '',
      closedAroundEaster: '-2, 1',
    },
  ],
  ['texts', { foundedYear: null, tagline: 'Zovala' }, { foundedYear: '', tagline: 'Zovala' }],
  ['policy', { exchangeOfSize: false }, { exchangeOfSize: 'false' }],
  [
    'areas',
    { shopDistrict: 'Zomba', Zomba: 'city', Likoma: null },
    { shopDistrict: 'Zomba', Zomba: 'city', Likoma: '' },
  ],
] as const)('the form of %s shows %j as %j', (group, values, texts) => {
  const blank = { address: [], phones: [], otherPages: [] }
  expect(groupTexts(group, { ...blank, ...values } as never)).toMatchObject(texts)
})

test('pages are shown with their names, one below the other', () => {
  const otherPages = [
    { name: 'YouTube', url: 'https://www.youtube.com/z' },
    { name: 'X', url: 'https://x.com/z' },
  ]
  const texts = groupTexts('contact', { address: [], phones: [], otherPages } as never)
  expect(texts.otherPages).toBe('YouTube: https://www.youtube.com/z\nX: https://x.com/z')
})

test.each([
  ['flag', 'policy', 'exchangeOfSize', true],
  ['flag', 'policy', 'returnsDays', false],
  ['flag', 'policy', 'other', false],
  ['flag', 'staff', 'labelPaper', false],
  ['paper', 'staff', 'labelPaper', true],
  ['zone', 'areas', 'Zomba', true],
  ['zone', 'areas', 'shopDistrict', false],
] as const)('a %s in %s: %s is %s', (kind, group, field, expected) => {
  expect(isOfKind(kind, group, field)).toBe(expected)
})
