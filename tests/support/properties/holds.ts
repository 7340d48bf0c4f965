import fc from 'fast-check'

/**
 * Checks a property for some hundred generated cases, the same ones in each run; a failing case is shrunk and printed
 * with its seed. `PROPERTY_SEED` and `PROPERTY_RUNS` choose other cases, `PROPERTY_PATH` repeats a printed one;
 * `PROPERTY_AS_FOUND` does not shrink.
 */
export function holds<Case>(cases: fc.Arbitrary<Case>, check: (one: Case) => unknown, runs = 300) {
  const { PROPERTY_SEED = '14', PROPERTY_RUNS, PROPERTY_PATH, PROPERTY_AS_FOUND } = process.env
  const property = fc.asyncProperty(cases, async (one) => {
    await check(one)
  })
  return fc.assert(property, {
    seed: Number(PROPERTY_SEED),
    numRuns: PROPERTY_RUNS ? Number(PROPERTY_RUNS) : runs,
    ...(PROPERTY_PATH ? { path: PROPERTY_PATH } : {}),
    endOnFailure: PROPERTY_AS_FOUND !== undefined,
  })
}

const AWKWARD = [
  '\0',
  '\ud83d',
  '\udc57',
  '👗',
  '\u200b',
  '\u202e',
  '\ufeff',
  '\u00a0',
  '\u2028',
  '\r\n',
  '\n',
  '\t',
  ' ',
  '  ',
  'é',
  'e\u0301',
  'ß',
  'İ',
  '¨',
  'ﷺ',
  '٣',
  '%',
  '%00',
  '_',
  '\\',
  "'",
  '"',
  ';',
  ',',
  '=',
  '+',
  '-',
  '@',
  '<',
  '&',
  '{',
  '0',
  '1',
  '-1',
  '1e9',
  '0x10',
  'NaN',
  'Infinity',
  '__proto__',
  '../',
  ':',
  '::',
  '.',
  'MK ',
  'true',
] as const

const CODE_POINT = fc
  .oneof(
    fc.integer({ min: 0, max: 0x2ff }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10_ffff }),
  )
  .map((code) => String.fromCodePoint(code))

/**
 * Texts that people, programs and attackers type: also half surrogate pairs, null characters and blanks of all kinds.
 */
export const anyText = (maxLength = 40) =>
  fc.oneof(
    fc.string({ unit: CODE_POINT, maxLength }),
    fc
      .array(fc.constantFrom(...AWKWARD), { maxLength: Math.min(maxLength, 12) })
      .map((parts) => parts.join('')),
    fc
      .array(fc.oneof(fc.constantFrom(...AWKWARD), fc.string({ maxLength: 6 })), { maxLength: 8 })
      .map((parts) => parts.join('')),
  )

/** A text that a database can store. */
export const validText = (maxLength = 40) =>
  anyText(maxLength).map((text) => text.replaceAll('\0', '').toWellFormed())

/** Whole kwacha, small and large alike, most often at the limits. */
export const kwacha = (max: number, min = 0) =>
  fc.oneof(
    fc.integer({ min, max }),
    fc.integer({ min, max: Math.min(max, min + 1000) }),
    fc.integer({ min: Math.max(min, max - 10), max }),
  )
