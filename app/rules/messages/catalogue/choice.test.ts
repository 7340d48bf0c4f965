import { expect, test } from 'vitest'
import { formatLinePicture, noteOfColor } from './choice.ts'

const black = { color: 'Black' }
const red = { color: 'Red' }
const any = { color: null }

test('a picture of another color than the chosen one says so, and whether the chosen one has a picture', () => {
  expect(noteOfColor([black, any], black, 'Red')).toBe('Shown in Black; no picture of Red yet')
  expect(noteOfColor([black, red], black, 'Red')).toBe('Shown in Black')
})

test('a picture for any color says that the chosen color has none, if other colors have theirs', () => {
  expect(noteOfColor([any, black], any, 'Red')).toBe('No picture of Red yet')
  expect(noteOfColor([any, red], any, 'Red')).toBeNull()
  const picture = { src: '', width: 4, height: 5, tint: '', widths: [], hasAvif: false, alt: '' }
  expect(formatLinePicture({ ...picture, noneOf: 'Red' })).toBe('No picture of Red yet')
  expect(formatLinePicture({ ...picture, otherColor: 'Black' })).toBe('Picture shows Black')
  expect(formatLinePicture(picture)).toBe('')
})

test('a picture of the chosen color, for any color, or before a choice has no note', () => {
  expect(noteOfColor([black, red], red, 'Red')).toBeNull()
  expect(noteOfColor([any], any, 'Red')).toBeNull()
  expect(noteOfColor([black], black, null)).toBeNull()
  expect(noteOfColor([], undefined, 'Red')).toBeNull()
})
