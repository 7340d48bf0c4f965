import { expect, test } from 'vitest'
import { byName, isNoise, readColor, readPictureName } from './picture-names.ts'

test.each([
  ['ZDR-1001.jpg', [['zdr-1001', []]]],
  [
    'shoes/Wrap-Dress_red_2.JPEG',
    [
      ['wrap-dress_red_2', []],
      ['wrap-dress_red', ['2']],
      ['wrap-dress', ['red', '2']],
    ],
  ],
  [
    'a_b_c_d.png',
    [
      ['a_b_c_d', []],
      ['a_b_c', ['d']],
      ['a_b', ['c', 'd']],
    ],
  ],
  ['v1.2.webp', [['v1.2', []]]],
  [
    'dress__12.jpg',
    [
      ['dress__12', []],
      ['dress_', ['12']],
      ['dress', ['12']],
    ],
  ],
  [' Dress .jpg', [['dress', []]]],
])('the file %s may belong to these products', (name, candidates) => {
  expect(readPictureName(name).candidates.map(({ key, rest }) => [key, rest])).toEqual(candidates)
})

test('a color is recognized in any spelling, a number is no color, and an unknown one is refused', () => {
  const colors = ['Dark Blue', 'Red']
  expect(readColor(['dark-blue', '2'], colors)).toBe('Dark Blue')
  expect(readColor(['darkblue'], colors)).toBe('Dark Blue')
  for (const rest of ['12345', 'x1', '1x']) expect(readColor([rest], [...colors, rest])).toBe(rest)
  expect(readColor(['2'], colors)).toBeNull()
  expect(readColor(['1234'], colors)).toBeNull()
  expect(readColor([], colors)).toBeNull()
  expect(readColor(['green'], colors)).toBeUndefined()
  expect(readColor(['red', 'back'], colors)).toBeUndefined()
})

test('folders and files that computers add are ignored, and numbers are sorted numerically', () => {
  expect(
    [
      'a/',
      '__MACOSX/a.jpg',
      'a/.DS_Store',
      '._a.jpg',
      'Thumbs.db',
      'a/desktop.ini',
      'a/b.jpg',
      'thumbs.db.jpg',
      'desktop.ini.jpg',
    ].filter((name) => !isNoise(name)),
  ).toEqual(['a/b.jpg', 'thumbs.db.jpg', 'desktop.ini.jpg'])
  expect(['a_10.jpg', 'A_2.jpg', 'a.jpg'].toSorted(byName)).toEqual([
    'a.jpg',
    'A_2.jpg',
    'a_10.jpg',
  ])
})
