import { expect, test } from 'vitest'
import { formatLinePicture, noteOfColor } from './choice.ts'

const black = { color: 'Black' }
const red = { color: 'Red' }
const any = { color: null }

test('a picture of another color than the chosen one says so, and whether there is one', () => {
  expect(noteOfColor([black, any], black, 'Red')).toBe('Shown in Black; no picture of Red yet')
  expect(noteOfColor([black, red], black, 'Red')).toBe('Shown in Black')
})

test('a picture of any color says that there is none of the chosen one, where others have theirs', () => {
  expect(noteOfColor([any, black], any, 'Red')).toBe('No picture of Red yet')
  expect(noteOfColor([any, red], any, 'Red')).toBeNull()
  const picture = { src: '', width: 4, height: 5, tint: '', widths: [], hasAvif: false, alt: '' }
  expect(formatLinePicture({ ...picture, noneOf: 'Red' })).toBe('No picture of Red yet')
  expect(formatLinePicture({ ...picture, otherColor: 'Black' })).toBe('Picture shows Black')
  expect(formatLinePicture(picture)).toBe('')
})

test('a picture of the chosen color, of any, or before a choice says nothing', () => {
  expect(noteOfColor([black, red], red, 'Red')).toBeNull()
  expect(noteOfColor([any], any, 'Red')).toBeNull()
  expect(noteOfColor([black], black, null)).toBeNull()
  expect(noteOfColor([], undefined, 'Red')).toBeNull()
})
