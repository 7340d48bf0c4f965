import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// The trade's words, and no words of our own (docs/architecture.md): what each of these is called stands beside it.

/** Parts of names: `heldSale` has the parts `held` and `sale`. */
const NAMES: Record<string, string> = {
  thing: 'event',
  things: 'events',
  parked: 'under review',
  attention: 'review',
  letter: 'email',
  letters: 'emails',
  goods: "products, items, or the till's catalogue",
  reckon: 'price',
  reckoned: 'priced',
  redraw: 'render again',
  clash: 'unique violation',
  orphan: 'foreign-key violation',
  slots: 'placeholders',
  shelf: 'stock level',
  shelves: 'stock levels',
  desk: 'checkout state, desktop',
  colour: 'color',
  colours: 'colors',
  rescue: 'recovery',
  begun: 'started',
  drawn: 'rendered, fragment',
  hurry: 'low stock',
  knock: 'probe',
  hears: 'listens',
  remember: 'cache',
  office: 'admin, back office',
  say: 'format, respond, show',
  says: 'formats, responds, shows',
  said: 'message',
  tell: 'notify, report',
  tells: 'notifies, reports',
  told: 'notified',
  hear: 'handle',
  heard: 'seen',
}

/** Types are named after what they are. */
const TYPES = ['Answer', 'Facts', 'Asked', 'Reach', 'Found', 'Placed', 'Wanted', 'Said', 'Claim']

/** In comments and in the names of tests. */
const PROSE: Record<string, string> = {
  colour: 'color',
  colours: 'colors',
  parked: 'under review',
  goods: 'products, items',
  reckons: 'prices',
  shelf: 'stock',
  shelves: 'stock levels',
}

/** Uses that stay, each with its reason. */
const ALLOWED: { file: RegExp; word: RegExp; why: string }[] = [
  {
    file: /^(app\/ui\/till\/|app\/routes\/till\/api\/|tests\/(support|http|e2e)\/till\/|tests\/long\/till|app\/ui\/admin\/till\/review)/,
    word: /^(thing|things|goods)$/,
    why: 'rows that devices keep, and what they send: a till that holds unsent sales must still be understood',
  },
  {
    file: /^tests\/(http\/database-away|races\/till-cut-off|e2e\/admin\/(connection|shifts))/,
    word: /^things$/,
    why: 'they send what a till sends',
  },
  {
    file: /\.tsx$|messages\/|bulk-question|e2e\/(admin\/connection-customers|till\/screen)|waitlist\.test/,
    word: /^(goods|shelf|reckoned|says?|tells?|told)$/i,
    why: 'sentences for people, word for word',
  },
  {
    file: /list-picking|pick-(list|sheet)|orders\/staff|http\/admin\/orders/,
    word: /^shel(f|ves)$/i,
    why: 'the place where a product lies, not how many do',
  },
  { file: /./, word: /backOffice/i, why: 'the back office is called so' },
  {
    file: /product-codes|sizes\.ts|till-approval|product-grid/,
    word: /^(CHECK_)?letters?(_SIZES)?$/i,
    why: 'letters of the alphabet',
  },
  {
    file: /tests\/support\/browse/,
    word: /^letter$/,
    why: 'an address of the page of emails',
  },
  {
    file: /messages\/(payments|refunds\/payouts|till-review)|till\/sales\/record-sale/,
    word: /^said$/,
    why: 'a code and a parameter of answers and reviews that are kept in the database',
  },
  {
    file: /waitlist|health|preorders|db\/tables\/stock/,
    word: /^told(At|By|_at)$/,
    why: 'columns of three tables: the release before writes them while an update runs',
  },
  {
    file: /waitlist\/notify-waiting/,
    word: /^tell$/,
    why: 'the name of a lock, the same in the release before',
  },
  {
    file: /known-devices|auth\.server/,
    word: /^remember/,
    why: 'a device is remembered, not a value',
  },
]

const files = ['app', 'server', 'bench', 'tests', 'sample']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.(tsx?|mjs)$/.test(file))
  // The studio stands apart, and this file names the words.
  .filter((file) => !file.startsWith('sample/studio/') && file !== 'tests/glossary.test.ts')

const COMMENT = /(?<![:'"`\w/])\/\/[^\n]*|\/\*.*?\*\//gs
const STRING = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g
const TEMPLATE = /`(?:\\.|\$\{[^}]*\}|[^`\\])*`/g
const TEST_NAME = /\b(?:test|describe)(?:\.\w+)?\(\s*(?:'(?:\\.|[^'\\\n])*'|`[^`]*`)/g

const isAllowed = (file: string, word: string) =>
  ALLOWED.some((use) => use.file.test(file) && use.word.test(word))
const partsOf = (name: string) =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((part) => part.toLowerCase())

/** The names in a file's code: without comments, strings and the text between tags. */
function namesIn(text: string) {
  const code = text
    .replaceAll(COMMENT, ' ')
    // Of a template, what it computes.
    .replaceAll(TEMPLATE, (text) => (text.match(/\$\{[^}]*\}/g) ?? []).join(' '))
    .replaceAll(STRING, "''")
    .replaceAll(/>[^<>{}=;()]*</g, '><')
  return new Set(code.match(/\b[A-Za-z_$][\w$]*\b/g))
}

test('no name has a word that the trade has another one for', () => {
  const found = files.flatMap((file) =>
    [...namesIn(readFileSync(file, 'utf8'))].flatMap((name) =>
      partsOf(name)
        .filter((part) => Object.hasOwn(NAMES, part) && !isAllowed(file, name))
        .map((part) => `${file}: ${name} (${NAMES[part]})`),
    ),
  )
  expect(found).toEqual([])
})

test('a type is named after what it is', () => {
  const declared = new RegExp(String.raw`\b(?:type|interface) (${TYPES.join('|')})\b`, 'g')
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(declared)].map(([, name]) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})

test("comments and the names of tests use the trade's words", () => {
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const prose = [...text.matchAll(COMMENT), ...text.matchAll(TEST_NAME)].map(([part]) => part)
    return prose.flatMap((part) =>
      (part.toLowerCase().match(/[a-z]+/g) ?? [])
        .filter((word) => Object.hasOwn(PROSE, word) && !isAllowed(file, word))
        .map((word) => `${file}: ${word} (${PROSE[word]})`),
    )
  })
  expect(found).toEqual([])
})
