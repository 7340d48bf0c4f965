import { expect, test } from 'vitest'
import { presetValues, readPreset } from './size-presets.ts'

const typed = { name: ' Shoes EU ', sizes: '36-42', categoryId: '', isActive: 'true' }

test('a preset has its sizes in the typed order, and a range as each of its whole sizes', () => {
  const read = (sizes: string) => {
    const preset = readPreset({ ...typed, sizes })
    return preset.ok ? preset.edit.sizes.join(' ') : preset.errors.sizes
  }
  expect(read('36-42')).toBe('36 37 38 39 40 41 42')
  expect(read('8, 10, 12,8; 14')).toBe('8 10 12 14')
  expect(read('S, M, XL')).toBe('S M XL')
  expect(read('S, huge')).toContain('“huge”')
  expect(read('42-36')).toContain('“42-36”')
  expect(read('1-50')).toContain('At most 30')
  expect(read(' , ')).toContain('at least one size')
})

test('a preset is shown in a form that can be typed again', () => {
  const read = readPreset(typed)
  if (!read.ok) throw new Error('not read')
  expect(read.edit).toMatchObject({ name: 'Shoes EU', categoryId: null })
  expect(readPreset(presetValues(read.edit))).toEqual(read)
})
