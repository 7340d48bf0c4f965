import { expect, test } from 'vitest'
import { PICTURE_LIST, pictureFileName, readPictureList, readSource } from './picture-list.ts'

test('the list of a zip is called pictures.csv and names the product of each file', () => {
  expect(PICTURE_LIST).toBe('pictures.csv')
  const list = readPictureList(
    [' FILE ', 'handle', 'Price'],
    [{ cells: [' a.jpg ', 'dress', '5'] }],
  )
  const others = { Color: '', Words: '', Source: '', Hash: '' }
  expect([...(list ?? [])]).toEqual([['a.jpg', { File: 'a.jpg', Handle: 'dress', ...others }]])
  expect(readPictureList(['File', 'Color'], [])).toBeNull()
  expect(readPictureList(['Handle'], [])).toBeNull()
})

test('an exported file is called by its product, its place and its color', () => {
  expect(pictureFileName('dress', 2, 'Red')).toBe('dress_2_Red.jpg')
  expect(pictureFileName('dress', 1, '')).toBe('dress_1.jpg')
})

const [a, b] = ['a'.repeat(64), 'b'.repeat(64)]
// What the list gives for a file of hash b as its source and its hash, and the source that is used.
test.each([
  [a, b, a],
  [a, undefined, a],
  [a, '', a],
  [a, a, ''],
  [undefined, b, ''],
  ['', b, ''],
  [`${a}a`, b, ''],
  [`x${a}`, b, ''],
  ['A'.repeat(64), b, ''],
])('a file listed with source %s and hash %s comes from %j', (Source, Hash, source) => {
  const listed = { ...(Source !== undefined && { Source }), ...(Hash !== undefined && { Hash }) }
  expect(readSource(listed, b)).toBe(source)
})
