import { expect, test } from 'vitest'
import { presetErrors } from '../messages/catalogue/size-presets.ts'
import { PRESET_LONGEST, presetValues, readPreset } from './size-presets.ts'

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

test.each([
  ['1 - 3', ['1', '2', '3']],
  ['1–3', ['1', '2', '3']],
  ['7-7', ['7']],
  ['1-30', Array.from({ length: 30 }, (_, n) => String(n + 1))],
  ['S;M\n8,,S', ['S', 'M', '8']],
  [`S${' '.repeat(PRESET_LONGEST.sizes - 1)}`, ['S']],
])('the sizes %j are %j', (sizes, expected) => {
  expect(readPreset({ ...typed, sizes })).toMatchObject({ ok: true, edit: { sizes: expected } })
})

test.each([
  ['7-6', presetErrors['no-size']({ size: '7-6' })],
  ['x1-3', presetErrors['no-size']({ size: 'x1-3' })],
  ['1-3x', presetErrors['no-size']({ size: '1-3x' })],
  ['S, 100-101', presetErrors['no-size']({ size: '100-101' })],
  ['1-100', presetErrors['no-size']({ size: '1-100' })],
  ['49-52', presetErrors['no-size']({ size: '51' })],
  ['', presetErrors['sizes-missing']],
  ['1-31', presetErrors['too-many']({ most: 30 })],
])('the sizes %j are refused: %s', (sizes, message) => {
  expect(readPreset({ ...typed, sizes })).toEqual({ ok: false, errors: { sizes: message } })
})

test('a preset needs a name, and a category that can exist', () => {
  const categoryId = '3f0e1c1a-6f57-4c43-9f0c-0d5f6f1f2a11'
  expect(readPreset({ ...typed, sizes: 'S', name: ' ', categoryId: 'dresses' })).toEqual({
    ok: false,
    errors: { name: presetErrors['name-missing'], categoryId: presetErrors['category-gone'] },
  })
  const tooLong = readPreset({ ...typed, name: 'x'.repeat(61), sizes: ','.repeat(301) })
  expect(Object.keys(tooLong.ok ? {} : tooLong.errors)).toEqual(['name', 'sizes'])
  const read = readPreset({ name: 'x'.repeat(60), sizes: 'S', categoryId, isActive: 'false' })
  expect(read).toMatchObject({ ok: true, edit: { categoryId, isActive: false } })
})

test('the form of a preset shows its values; that of a new one is empty and active', () => {
  expect(presetValues(null)).toEqual({ name: '', sizes: '', categoryId: '', isActive: 'true' })
  expect(
    presetValues({ name: 'Tops', sizes: ['S', 'M'], categoryId: 'c1', isActive: false }),
  ).toEqual({ name: 'Tops', sizes: 'S, M', categoryId: 'c1', isActive: 'false' })
})
