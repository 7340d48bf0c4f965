import fc from 'fast-check'
import { anyText } from './holds.ts'

const PARTS = [
  '/',
  '\\',
  '.',
  '..',
  '@',
  ':',
  '?',
  '#',
  'a',
  'evil.example',
  'https:',
  '\t',
  '\n',
  '%2f',
  '%5c',
  'é',
]

/**
 * Texts that somebody may send as a return address: paths, other origins, and texts that browsers read in different
 * ways. `origins`: the shop's own.
 */
export const anyReturnPath = (...origins: string[]) =>
  fc.oneof(
    fc.string({ unit: fc.constantFrom(...PARTS, ...origins), maxLength: 10 }),
    anyText(),
    fc.webPath(),
    fc.constantFrom(
      '/account',
      '/\n/',
      '/\t/evil.example',
      '/.//evil.example',
      '/..//evil.example',
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      ...origins.map((origin) => `${origin}/account`),
    ),
  )
