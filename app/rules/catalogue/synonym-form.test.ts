import { expect, test } from 'vitest'
import { synonymErrors } from '../messages/catalogue/errors.ts'
import { readSynonym, SYNONYM_LONGEST, synonymValues } from './synonym-form.ts'

const read = (words: string, isActive = 'true') => readSynonym({ words, isActive })
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `word ${n}`)

test.each([
  ['jersey, sweater; pullover\njumper', ['jersey', 'sweater', 'pullover', 'jumper']],
  ['  hand   bag ,\n\npurse,', ['hand bag', 'purse']],
  ['hand\tbag, purse', ['hand bag', 'purse']],
  ['Tee, shirt, TEE', ['TEE', 'shirt']],
  ['№ 7, é', ['№ 7', 'é']],
  [numbered(20).join(','), numbered(20)],
  [`${'x'.repeat(40)}, y`, ['x'.repeat(40), 'y']],
])('%j is the words %j', (words, expected) => {
  expect(read(words)).toEqual({ ok: true, edit: { words: expected, isActive: true } })
})

test.each([
  ['', synonymErrors['too-few']],
  ['jersey', synonymErrors['too-few']],
  ['jersey, Jersey', synonymErrors['too-few']],
  ['jersey, !?', synonymErrors['no-word']({ word: '!?' })],
  ['&', synonymErrors['no-word']({ word: '&' })],
  [numbered(21).join(','), synonymErrors['too-many']({ most: 20 })],
  [' '.repeat(SYNONYM_LONGEST.words + 1), synonymErrors['too-many']({ most: 20 })],
  [`y, ${'x'.repeat(41)}`, synonymErrors['too-long']({ most: 40 })],
])('%j is refused: %s', (words, message) => {
  expect(read(words)).toEqual({ ok: false, errors: { words: message } })
})

test('the field has at most 1000 characters, and a group can be switched off', () => {
  const longest = `a, b${' '.repeat(SYNONYM_LONGEST.words - 4)}`
  expect(longest).toHaveLength(1000)
  expect(read(longest, 'false')).toEqual({ ok: true, edit: { words: ['a', 'b'], isActive: false } })
})

test('a form shows the words of its group; a new one starts with the word that found nothing', () => {
  expect(synonymValues({ words: ['tee', 'shirt'], isActive: false })).toEqual({
    words: 'tee, shirt',
    isActive: 'false',
  })
  expect(synonymValues({ words: ['tee'], isActive: true }, 'vest').words).toBe('tee')
  expect(synonymValues(null)).toEqual({ words: '', isActive: 'true' })
  expect(synonymValues(null, 'vest').words).toBe('vest, ')
})
