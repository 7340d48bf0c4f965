import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

// docs/reliability.md: parsers and everything that computes money have properties with generated cases, so that a new
// one needs a property, too.

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const RULES = globSync('app/rules/**/*.ts', {
  cwd: ROOT,
  exclude: ['**/*.test.ts', 'app/rules/messages/**'],
})

/** The names that a file uses, without those that it only imports, or has in a comment or a text. */
function namesUsedIn(path: string, source: string): string[] {
  const names: string[] = []
  const walk = (node: unknown) => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node !== 'object' || node === null) return
    const { type, name } = node as { type?: unknown; name?: unknown }
    if (type === 'ImportDeclaration') return
    if (type === 'Identifier' && typeof name === 'string') names.push(name)
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') walk(value)
  }
  walk(parseSync(path, source).program)
  return names
}

const TESTED = new Set(
  globSync('{app,server}/**/*.test.ts', { cwd: ROOT }).flatMap((path) => {
    const source = read(path)
    return source.includes("from 'fast-check'") ? namesUsedIn(path, source) : []
  }),
)

/** The names of functions that read a text. */
const PARSER =
  /^(read|parse|check|split|plain|untame|normalize|networkOf|phone[A-Z]|slugFrom|tableSize)/
/** Files that compute money: all their exports; elsewhere, functions whose comment says kwacha. */
const MONEY =
  /rules\/(money|(credit|discounts|pricing|refunds)\/[\w-]+|checkout\/quote|reports\/day-sums|till\/(exchanges\/paid-prices|till-sale|till-cash|tenders|since-closed|receipt|receipt-of-shift))\.ts$/
/** Of these, functions that compute no money: states and their steps, who may see what, a time on a receipt. */
const NO_MONEY = new Set([
  'nextPriceState',
  'findCreditStep',
  'findDoubtStep',
  'findVoucherRefundStep',
  'isJustIssued',
  'formatReceiptTime',
])
/** Functions that are named like a parser, and read no text. */
const NO_PARSER = new Set(['readParts', 'readSnapshotWith', 'checkOfPin'])

/** The functions that a file exports, each with the comment above it. */
const functionsOf = (path: string) =>
  [
    ...read(path).matchAll(
      /(\/\*\*(?:(?!\*\/)[^])*\*\/\n)?^export (?:async )?(?:function (\w+)|const (\w+)(?:: [^=\n]+)? =\s*(?:async )?(?:<[^>]+>)?\()/gm,
    ),
  ].map(([, about = '', declared, arrow]) => ({ path, about, name: declared ?? arrow ?? '' }))

const functions = RULES.flatMap(functionsOf)

/**
 * Functions outside the rules that read an address, a form, a file or a person's text, by their names and parameters.
 */
const READER =
  /^export (?:async )?(?:function |const )((?:read|parse|decode|normalize)\w+)(?:: [^=\n]+)?(?: = (?:async )?)?(?:<[^>]+>)?\(\s*\w+: (?:Request|FormData|string|unknown|Buffer|Uint8Array|Json)\b/gm
/** Of these, functions that read a file or a server of that name, or an error: no person wrote the text. */
const NO_READER = new Set([
  'readBucket',
  'readCertificate',
  'readClockJump',
  'readFile',
  'readPostmasterPort',
  'readPreload',
  'readUniqueViolation',
])
const untested = (some: typeof functions, but: ReadonlySet<string>) =>
  some
    .filter(({ name }) => !but.has(name) && !TESTED.has(name))
    .map(({ path, name }) => `${path}: ${name}`)

test('a name that is only imported, or only in a comment, counts as unused', () => {
  const source = "import { readOne } from './one.ts'\n// readTwo\nreadThree('readFour')\n"
  expect(namesUsedIn('one.test.ts', source)).toEqual(['readThree'])
})

test('every parser of the rules is in a property test', () => {
  const parsers = functions.filter(({ name }) => PARSER.test(name))
  expect(parsers.length).toBeGreaterThan(50)
  expect(untested(parsers, NO_PARSER)).toEqual([])
})

test('every function of the rules that computes money is in a property test', () => {
  const money = functions.filter(({ path, about }) => MONEY.test(path) || /kwacha/.test(about))
  expect(money.length).toBeGreaterThan(60)
  expect(untested(money, NO_MONEY)).toEqual([])
  // Each exception still exists.
  const known = new Set(functions.map(({ name }) => name))
  expect([...NO_MONEY, ...NO_PARSER].filter((name) => !known.has(name))).toEqual([])
})

test('every reader of an address, a form or a text elsewhere is in a property test', () => {
  const files = globSync('{app,server}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/*.test.*', 'app/rules/**'],
  })
  const readers = files.flatMap((path) =>
    [...read(path).matchAll(READER)].map(([, name = '']) => ({ path, about: '', name })),
  )
  expect(readers.length).toBeGreaterThan(50)
  expect(untested(readers, NO_READER)).toEqual([])
  const known = new Set(readers.map(({ name }) => name))
  expect([...NO_READER].filter((name) => !known.has(name))).toEqual([])
})
