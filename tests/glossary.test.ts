import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { TECHNIQUES } from '../app/rules/plain.ts'

// Names use the trade's words (docs/architecture.md); each word of our own has its replacement beside it.

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
  memory: 'cache, storage, preferences',
  office: 'admin, back office',
  say: 'format, respond, show',
  says: 'formats, responds, shows',
  said: 'message',
  tell: 'notify, report',
  tells: 'notifies, reports',
  told: 'notified',
  hear: 'handle',
  heard: 'seen',
  remembers: 'caches, stores',
  remembered: 'cached, stored',
  looks: 'thumbnails, checks',
  wanted: 'requested, expected, pending cart item',
  people: 'accounts, customers, staff',
}

/** Words that are the trade's alone, but our own in these phrases: `slowLine`, "a slow line". */
const PHRASES: Record<string, string> = {
  'slow line': 'slow connection',
  'slow lines': 'slow connections',
  'slower the line': 'slower the connection',
  'broken line': 'broken connection',
  'lost line': 'lost connection',
  'without a line': 'offline, without a connection',
  'line to the shop': 'connection to the shop',
  'line is cut': 'connection is cut',
  'lines are cut': 'connections are cut',
  'line that is down': 'connection that is down',
  'line that comes and goes': 'connection that comes and goes',
  'line of jobs': 'job queue',
  'line full': 'queue full',
  'line lost': 'connection lost',
  'line state': 'connection state',
  'line is down': 'connection is down',
  'there is a line': 'there is a connection',
  'work in line': 'work in the queue',
  'jobs in line': 'jobs in the queue',
  'wait in line': 'wait in a queue',
  'held sale': 'suspended sale',
  'held sales': 'suspended sales',
  'resume held': 'resume suspended',
  'drop held': 'drop suspended',
  'keep back': 'safety stock',
  'late scripts': 'lazy scripts',
  'held form': 'suspended form',
  'held discount': 'redeemed discount',
  'payment held': 'payment under review',
  'hears of': 'learns of',
  'log remembers': 'log keeps',
  'the office': 'the back office',
  'kept outlet': 'stable outlet',
  'kept focus': 'restored focus',
  'kept page': 'cached page',
  'kept pages': 'cached pages',
  'kept text': 'valid text, saved text',
  'kept check': 'stored check',
  'kept photos': 'remaining photos',
  'looks left': 'checks left',
  'is wanted': 'is requested, is chosen, goes out instead',
}

/** In names only: in prose a discount may take something off, and a clock is put back. */
const NAME_PHRASES: Record<string, string> = {
  ...PHRASES,
  'take off': 'write off, remove',
  'put back': 'return to stock, return to basket, restore',
}

/** Also for kinds of jobs and techniques, whose names are no identifiers. */
const NAMED_BY_TEXT: Record<string, string> = { ...NAMES, late: 'lazy', kept: 'cached, stable' }
/** Job kinds that releases until 0.3 used (docs/architecture.md). */
const FORMER_JOBS = new Set(['send-letter', 'tell-waiting', 'tell-arrived'])

/** Types are named after what they are. */
const TYPES =
  '\\w*Answer|(?:Shop|Device)?Facts|Asked|Reach|Found|Placed|Wanted|Said|Claim|Given|Kept|(?:Asked|Found|Kept|Wanted)\\w+|\\w+Memory'

/** In comments, test names and the pages of docs/. */
const PROSE: Record<string, string> = {
  colour: 'color',
  colours: 'colors',
  parked: 'under review',
  goods: 'products, items',
  reckons: 'prices',
  reckoned: 'priced, counted',
  remembers: 'caches, stores, logs',
  knock: 'connection, probe',
  knocks: 'connections, probes',
  begun: 'started',
  shelf: 'stock',
  shelves: 'stock levels',
}
/** In comments and test names only: a page of docs/ may say that two names are one thing. */
const COMMENTS: Record<string, string> = {
  ...PROSE,
  thing: 'event, entity, entry, or what it is',
  things: 'events, entities, entries, or what they are',
}

/**
 * Beginnings of a full test name (with its outermost describe) that do not say, in a list of failures, what is meant.
 */
const ELLIPTIC =
  /^(it|its|they|that|this|these|of|may|is|are|was|has|have|and|or|nor|neither|not|never|so|but|who|whom|whose|whoever|what|whatever|one (that|who|more)|gives|goes|finds|shows|counts|takes|needs|comes|leaves|keeps|says|tells|nothing of|the same|another|by|from|to)\b/i

/** Exceptions, each with its reason. */
const ALLOWED: { file: RegExp; word: RegExp; why: string }[] = [
  {
    file: /^app\/ui\/till\/(store\/(db|run|(edges|full-disk|store)\.test|sales\/(sell(-voucher)?|shift)|sync\/(unsent|outbox|record)|accounts\/device-key)\.|returns\/find-sale\.)/,
    word: /^thing$/,
    why: 'a field of the rows that devices keep: a till that holds unsent sales must still be understood',
  },
  {
    file: /^tests\/(support\/till\/till-device|long\/till\.|e2e\/till\/(offline|approval))/,
    word: /^thing$/,
    why: 'they read the rows that a device keeps',
  },
  {
    file: /^app\/(ui\/till\/store\/(db|(full-disk|origin)\.test|sync\/(unsent|outbox))\.|routes\/till\/api\/upload\.)/,
    word: /^things$/,
    why: 'what devices keep their events under, send and save to files',
  },
  {
    file: /^tests\/(support\/till\/|http\/(till\/|database-away)|long\/same-screens\/trade|races\/till-cut-off|e2e\/(till\/approval|admin\/(connection|shifts)))/,
    word: /^things$/,
    why: 'they send what a till sends, or read what it keeps',
  },
  {
    file: /^app\/(ui\/till\/store\/db|routes\/till\/api\/catalogue)\./,
    word: /^goods$/,
    why: 'what devices keep the catalogue under, and the address at which they ask for it',
  },
  {
    file: /list-picking|pick-(list|sheet)|orders\/(staff|lines|paper|print|panel\/(parcels|send-form))|http\/admin\/orders/,
    word: /^shel(f|ves)$/i,
    why: 'the place where a product lies, not how many do',
  },
  { file: /./, word: /backOffice/i, why: 'the back office is called so' },
  {
    file: /product-codes|sizes\.ts|till-approval/,
    word: /^(CHECK_)?LETTERS?(_SIZES)?$/,
    why: 'letters of the alphabet',
  },
  {
    file: /messages\/(payments\/|refunds\/payouts|till\/review)|till\/sales\/record-sale/,
    word: /^said$/,
    why: 'a code and a parameter of answers and reviews that are kept in the database',
  },
  {
    file: /waitlist|health|preorders|stock\/arrived|db\/tables\/stock/,
    word: /^told(At|By|_at)$/,
    why: 'columns of three tables: the release before writes them while an update runs',
  },
  {
    file: /./,
    word: /^(memory|memory\.test\.ts|memory(Here|Of|Usage)|MemoryRouter|(fit|giveBack|constrained|in)Memory(\.test)?(\.ts)?|[A-Z_]*MEMORY)$/,
    why: 'that of a machine or a process, and the router that React Router calls so',
  },
  {
    file: /known-devices|auth\.server/,
    word: /^remember/,
    why: 'a device is remembered, not a value',
  },
  {
    file: /./,
    word: /^wantedVariantId$/,
    why: 'the column of a return that names what goes out instead: the release before writes it while an update runs',
  },
  {
    file: /^app\/ui\/till\//,
    word: /^people$/,
    why: 'what devices keep those under who have signed in there, and the state that is read from it',
  },
  {
    file: /^tests\/e2e\/till\/approval/,
    word: /^people$/,
    why: 'it reads what a device keeps',
  },
  {
    file: /reports\/(read-counts|reports\.test|figures)/,
    word: /^people$/,
    why: 'the name of a stored tally, by which the counts are read',
  },
]

const files = ['app', 'server', 'bench', 'tests', 'sample']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.(tsx?|mjs)$/.test(file))
  // Without the studio, which is separate, and without this file, which names the words.
  .filter((file) => !file.startsWith('sample/studio/') && file !== 'tests/glossary.test.ts')

const COMMENT = /(?<![:'"`\w/])\/\/[^\n]*|\/\*.*?\*\//gs
const TEST_NAME = /\b(?:test|describe)(?:\.\w+)?\(\s*(?:'(?:\\.|[^'\\\n])*'|`[^`]*`)/g
/** The names of tests and describes that are in no other; for `test.each`, the name after its table. */
const FIRST_NAME =
  /^(?:(?:test|describe)(?:\.(?!each)\w+)*\(|(?:(?:test|describe)\.each|\]).*\)\()\s*(['"`])((?:\\.|(?!\1).)+)\1/gm

const isAllowed = (file: string, word: string) =>
  ALLOWED.some((use) => use.file.test(file) && use.word.test(word))
const partsOf = (name: string) =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((part) => part.toLowerCase())

const LINE_OF_COMMENT = /^\s*(\/\/|\/?\*).*$/gm
const ANY_OF_THEM = new RegExp(
  [
    ...Object.keys(NAMES),
    ...Object.keys(NAME_PHRASES).map((two) => two.replaceAll(' ', '_?')),
  ].join('|'),
  'i',
)
const known = new Map<string, string[]>()

/** The file's own name and, when one of the words may be among them, the names in its code. */
function namesIn(file: string): string[] {
  const names = known.get(file) ?? readNames(file)
  known.set(file, names)
  return names
}

function readNames(file: string) {
  const names = new Set([
    basename(file).replaceAll(/-(\w)/g, (_, first: string) => first.toUpperCase()),
  ])
  const code = readFileSync(file, 'utf8')
  if (!ANY_OF_THEM.test(code.replaceAll(LINE_OF_COMMENT, ''))) return [...names]
  const walk = (node: unknown) => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node !== 'object' || node === null) return
    const { type, name } = node as { type?: unknown; name?: unknown }
    if (typeof name === 'string' && String(type).endsWith('Identifier')) names.add(name)
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') walk(value)
  }
  walk(parseSync(file, code).program)
  return [...names]
}

/** Comments and the names of tests. */
const proseOf = (file: string) => {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(COMMENT), ...text.matchAll(TEST_NAME)].map(([part]) => part)
}
const wordsOf = (text: string) => text.toLowerCase().match(/[a-z]+/g) ?? []

/** The phrases that these words contain. */
const phrasesIn = (words: readonly string[], phrases = PHRASES) => {
  const text = ` ${words.join(' ')} `
  return Object.keys(phrases).filter((phrase) => text.includes(` ${phrase} `))
}

test('no name has a word for which the trade has another one', () => {
  const found = files.flatMap((file) =>
    namesIn(file).flatMap((name) => {
      const parts = partsOf(name)
      const words = [
        ...parts.filter((part) => Object.hasOwn(NAMES, part)).map((part) => NAMES[part]),
        ...phrasesIn(parts, NAME_PHRASES).map((phrase) => NAME_PHRASES[phrase]),
      ]
      if (words.length === 0 || isAllowed(file, name)) return []
      return words.map((word) => `${file}: ${name} (${word})`)
    }),
  )
  expect(found).toEqual([])
})

test('no job kind and no technique for speed has a word for which the trade has another one', () => {
  const jobs = readFileSync('app/platform/jobs.server.ts', 'utf8').matchAll(/^ {2}'([a-z-]+)': /gm)
  const named = [...new Set([...TECHNIQUES, ...[...jobs].map(([, name = '']) => name)])]
  expect(named).toContain('notify-waiting')
  const found = named
    .filter((name) => !FORMER_JOBS.has(name))
    .flatMap((name) =>
      partsOf(name).flatMap((part) =>
        Object.hasOwn(NAMED_BY_TEXT, part) ? [`${name} (${NAMED_BY_TEXT[part]})`] : [],
      ),
    )
  expect(found).toEqual([])
})

test('each exception is still used', () => {
  const seen = files.flatMap((file) =>
    [...namesIn(file), ...proseOf(file).flatMap(wordsOf)].map((word) => ({ file, word })),
  )
  const stale = ALLOWED.filter(
    (use) => !seen.some(({ file, word }) => use.file.test(file) && use.word.test(word)),
  )
  expect(stale.map(({ file }) => String(file))).toEqual([])
})

test('a type is named after what it is', () => {
  const declared = new RegExp(String.raw`\b(?:type|interface) (${TYPES})\b`, 'g')
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(declared)].map(([, name]) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})

test("the pages of docs/ use the trade's words", () => {
  const pages = globSync(['*.md', '{docs,sample,.github}/**/*.md'])
  const found = pages.flatMap((page) => {
    // This page lists the former names.
    if (page.includes('0026-floors-and-domains')) return []
    const words = wordsOf(readFileSync(page, 'utf8'))
    return [
      // The shelf of a product is a place, in the words of the staff.
      ...words.filter((word) => Object.hasOwn(PROSE, word) && !word.startsWith('shel')),
      ...phrasesIn(words),
    ].map((word) => `${page}: ${word}`)
  })
  expect(found).toEqual([])
})

test("comments and the names of tests use the trade's words", () => {
  const found = files.flatMap((file) =>
    proseOf(file).flatMap((part) => [
      ...wordsOf(part)
        .filter((word) => Object.hasOwn(COMMENTS, word) && !isAllowed(file, word))
        .map((word) => `${file}: ${word} (${COMMENTS[word]})`),
      ...phrasesIn(wordsOf(part)).map((phrase) => `${file}: ${phrase} (${PHRASES[phrase]})`),
    ]),
  )
  expect(found).toEqual([])
})

test('the full name of a test names its subject', () => {
  const named = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(FIRST_NAME)].map(([, , name = '']) => ({ file, name })),
  )
  expect(named.length).toBeGreaterThan(2000)
  const elliptic = named.filter(({ name }) => ELLIPTIC.test(name))
  expect(elliptic.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})
