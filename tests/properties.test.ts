import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

// docs/reliability.md: parsers, and everything that computes money, hold for made-up cases. So a new one has a
// property too.

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const RULES = globSync('app/rules/**/*.ts', {
  cwd: ROOT,
  exclude: ['**/*.test.ts', 'app/rules/messages/**'],
})

/** The names that a file uses: not those that it only imports, or has in a comment or a text. */
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

/** What makes something of a text. */
const PARSER =
  /^(read|parse|check|split|plain|untame|normalize|networkOf|phone[A-Z]|slugFrom|tableSize)/
/** Where money is computed: all that these files export, and elsewhere what says kwacha of itself. */
const MONEY =
  /rules\/(money|(credit|discounts|pricing|refunds)\/[\w-]+|checkout\/quote|reports\/day-sums|till\/(till-sale|till-cash|tenders|since-closed|receipt|receipt-of-shift))\.ts$/
/** Of these, what computes none: states and their steps, who may see what, a time on a receipt. */
const NO_MONEY = new Set([
  'nextPriceState',
  'findCreditStep',
  'findDoubtStep',
  'findVoucherRefundStep',
  'isJustIssued',
  'formatReceiptTime',
])
/** Begin like a parser, and read no text. */
const NO_PARSER = new Set(['readParts', 'readSnapshotWith', 'checkOfPin'])

/** The functions that a file exports, each with what stands above it. */
const functionsOf = (path: string) =>
  [
    ...read(path).matchAll(
      /(\/\*\*(?:(?!\*\/)[^])*\*\/\n)?^export (?:async )?(?:function (\w+)|const (\w+)(?:: [^=\n]+)? =\s*(?:async )?(?:<[^>]+>)?\()/gm,
    ),
  ].map(([, about = '', declared, arrow]) => ({ path, about, name: declared ?? arrow ?? '' }))

const functions = RULES.flatMap(functionsOf)

/**
 * What reads an address, a form, a file or somebody's text elsewhere than in the rules: told by its name and
 * what it takes.
 */
const READER =
  /^export (?:async )?(?:function |const )((?:read|parse|decode|normalize)\w+)(?:: [^=\n]+)?(?: = (?:async )?)?(?:<[^>]+>)?\(\s*\w+: (?:Request|FormData|string|unknown|Buffer|Uint8Array|Json)\b/gm
/** Of these, what reads a file or a server of that name, or an error: its text is nobody's. */
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

test('a name that is imported, or stands in a comment, is not used', () => {
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
  // What is left out for a reason is there.
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
