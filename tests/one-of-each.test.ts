import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

// One way for each (docs/architecture.md, Laws), and nothing written twice, so that a fix in one place is complete.
// Links, icons, dialogs, toasts and form parsing are in floors.test.ts.

const listSources = (...folders: string[]) =>
  folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /(?<!\.(test|spec|properties\.test))\.(tsx?|mjs)$/.test(file))
const sources = listSources('app', 'server').toSorted()
const texts = new Map<string, string>()
function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8')
  texts.set(file, text)
  return text
}

test.each([
  ['client for events', 'app', /\bnew EventSource\(/, ['app/ui/kit/events.ts']],
  [
    'HTTP client of the till',
    'app/ui/till',
    /\bfetch\(/,
    // Asks whether the shop can be reached at all, before the page is left.
    ['app/ui/till/accounts/leave.ts', 'app/ui/till/store/sync/http.ts'],
  ],
  // Other base64 JSON (a body, a fingerprint) is no cursor.
  [
    'codec of cursors',
    'app',
    /Buffer\.from\(JSON\.stringify[^;]{0,200}base64url/,
    ['app/db/keyset.server.ts'],
  ],
  ['check of ids', 'app', /\{8\}\(-|\{8\}-\[0-9a-f\]/, ['app/rules/uuid.ts']],
  // Found by the codes themselves, because '23000' may be a price.
  [
    "reader of PostgreSQL's refusals",
    'app',
    /'23(50[235]|514|P01)'/,
    ['app/db/violations.server.ts'],
  ],
  ['place for limits', 'app', /\bwindow(Seconds)?: (\d|MINUTE|HOUR|DAY)/, ['app/rules/limits.ts']],
  [
    'refusal of too many attempts',
    'app',
    /\{\s*ok: false[^}]*'too-many-attempts'[^}|]*minutes\b/,
    ['app/platform/rate-limiter.server.ts'],
  ],
  [
    'reader of the address of a list of the back office',
    'app/web',
    /\.get\('(sort|search)'\)/,
    ['app/web/lists/list-query.ts'],
  ],
  [
    'reader of where such a list goes on, and of what is found in one',
    'app/routes/admin',
    /\.get\('(sort|search|after|find)'\)/,
    // Compares whether the whole list is shown; the newsletter passes its search to its file.
    ['app/routes/admin/catalogue/products.tsx', 'app/routes/admin/newsletter/screen.tsx'],
  ],
  ['largest amount', 'app', /\bLARGEST_AMOUNT = /, ['app/rules/money.ts']],
  ['smallest payment', 'app', /\bSMALLEST_PAYMENT = /, ['app/rules/money.ts']],
  ['writer of orders', 'app', /\.insert\(orders\)/, ['app/modules/orders/create-order.ts']],
  [
    'type for code that several routes share',
    'app',
    /type \w+ = \{\s*request: Request[;,]?\s+(params: [^\n]*\s+)?context: /,
    ['app/web/context.ts'],
  ],
])('the code has one %s', (_what, folder, own, homes) => {
  const found = sources.filter((file) => file.startsWith(folder) && own.test(textOf(file)))
  expect(found).toEqual(homes)
})

/** Files that handle a conflict of edits without saving by `saveForm`. */
const NO_FORM = [
  // A role is compared by its value, not by a version, and is given after its giver has proven who they are.
  'app/routes/admin/accounts/action.ts',
]

test('a conflict between two editors is reported by saveForm, and by no action itself', () => {
  const read = (own: RegExp) =>
    sources.filter((file) => /^app\/(routes|web)\//.test(file) && own.test(textOf(file)))
  expect(read(/\bdata(<[^(]*>)?\(\{[^}]*\bconflict\b/)).toEqual([])
  expect(
    read(/[!=]== 'edited-meanwhile'|'onHand' in /).filter(
      (file) => !/\bsave(Text)?Form\(/.test(textOf(file)),
    ),
  ).toEqual(NO_FORM)
  const types = sources.filter((file) => /\bmine: string; theirs: string\b/.test(textOf(file)))
  expect(types).toEqual(['app/rules/conflict.ts'])
})

test('no loader of the back office parses the address of a list by itself', () => {
  const reading = /searchParams\.get\('(sort|search)'\)/
  expect(
    sources.filter((file) => /^app\/routes\/admin\//.test(file) && reading.test(textOf(file))),
  ).toEqual([])
})

test('every endpoint of the till goes through the wrapper that identifies person and till', () => {
  const others = sources.filter(
    (file) =>
      file.startsWith('app/routes/till/api/') &&
      !file.endsWith('/endpoint.ts') &&
      !textOf(file).includes("from './endpoint.ts'"),
  )
  expect(others).toEqual([])
})

type Node = { type: string } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** From so many fields on, names alone identify a shape: `id name size color` is common in unrelated code. */
const TELLING_NAMES = 6

/**
 * The object types of a file with at least four fields, each as its fields in order; those with few fields also with
 * their types.
 */
function shapesIn(file: string, text = textOf(file)): string[] {
  const found: string[] = []
  const walk = (node: unknown) => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (!isNode(node)) return
    if (node.type === 'TSTypeLiteral') {
      const members = node['members'] as { key?: { name?: string }; start: number; end: number }[]
      const fields = members.map(({ key }) => key?.name ?? '')
      const typed = members.map(({ start, end }) =>
        text.slice(start, end).replaceAll(/[\s;,]+/g, ' '),
      )
      const shape = fields.length < TELLING_NAMES ? typed : fields
      if (fields.length >= 4 && fields.every(Boolean))
        found.push(
          shape
            .map((field) => field.trim())
            .toSorted()
            .join(' '),
        )
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') walk(value)
  }
  walk(parseSync(file, text).program)
  return found
}

test('a screen imports the types of its data from the module that reads them, and does not repeat them', () => {
  const homes = new Map(
    listSources('app/modules', 'app/rules').flatMap((file) =>
      shapesIn(file).map((shape) => [shape, file] as const),
    ),
  )
  const repeated = listSources('app/ui').flatMap((file) =>
    shapesIn(file)
      .filter((shape) => homes.has(shape))
      .map((shape) => `${file}: { ${shape} } of ${homes.get(shape)}`),
  )
  expect(repeated).toEqual([])
})

test('two types with few fields are the same when field types match, too; two with many when the names match', () => {
  const shapeOf = (fields: string) => shapesIn('one.ts', `type One = { ${fields} }`)
  const few = shapeOf('id: string; name: string; size: string; color: string')
  expect(shapeOf('color: string, id: string\n name: string\n size: string')).toEqual(few)
  expect(shapeOf('id: string; name: string; size: Size; color: string')).not.toEqual(few)
  const many = 'id: 1; name: 2; size: 3; color: 4; price: 5; stock: 6'
  expect(shapeOf(many.replaceAll(/\d/g, 'string'))).toEqual(shapeOf(many))
  expect(shapeOf('id: 1; name: 2; size: 3')).toEqual([])
})

/** Files that write an error status outside the refusal of a person's request, with the reason. */
const STATUSES_WRITTEN: Record<string, string> = {
  'app/routes/operations/readyz.ts': 'a probe asks, and reads only the status',
  'app/routes/till/till-error.tsx': 'a screen that broke in the browser',
  'app/routes/shop/checkout/screen.tsx': 'nothing came back: no answer of the shop',
  'app/web/render/connection-recovery.ts': 'nothing came back: no answer of the shop',
  'app/web/render/recovery/other-build.ts': 'nothing came back: no answer of the shop',
  'app/web/lists/export.ts': 'rows that are read at once',
}

const calleeOf = (node: Node): string =>
  node.type === 'MemberExpression'
    ? `${calleeOf(node['object'] as Node)}.${calleeOf(node['property'] as Node)}`
    : String(node['name'])

/** The statuses from 400 on that a file writes, without those of a missing page (`data(null, …)`). */
function statusesIn(file: string, text = textOf(file)): number[] {
  const found: number[] = []
  const walk = (node: unknown) => {
    if (Array.isArray(node)) return node.forEach(walk)
    // A comparison with a status, and a type, is no answer.
    if (!isNode(node) || /^(BinaryExpression|TSLiteralType)$/.test(node.type)) return
    if (/^(Call|New)Expression$/.test(node.type)) {
      const [first] = node['arguments'] as Node[]
      if (first?.type === 'Literal' && first['value'] === null) return
      // Lengths, not statuses.
      if (/(^readText|\.(max|slice))$/.test(calleeOf(node['callee'] as Node)))
        return walk(node['callee'])
    }
    const { value } = node
    if (node.type === 'Literal' && Number.isInteger(value) && 400 <= Number(value))
      if (Number(value) < 600) found.push(Number(value))
    for (const [key, part] of Object.entries(node)) if (key !== 'parent') walk(part)
  }
  walk(parseSync(file, text).program)
  return found
}

test('the status of a refusal comes from the table of refusals, not from a route', () => {
  const answering = sources.filter(
    // The API description lists the statuses that a request may get.
    (file) =>
      /^app\/(routes|web)\//.test(file) &&
      !/^app\/(web\/api\/|routes\/api\/account-paths)/.test(file),
  )
  const writing = answering.filter((file) => statusesIn(file).length > 0)
  expect(writing).toEqual(Object.keys(STATUSES_WRITTEN).toSorted())
  for (const text of [
    'json({ error }, 400)',
    'data({ refusal }, { status: 400 })',
    "data(answer, { status: tone === 'good' ? 200 : 400 })",
    "data(answer, { status: reason === 'refused' ? 400 : statusOf(reason) })",
    'const refuse = (status = 400) => data(answer, { status })',
  ])
    expect(statusesIn('a.ts', text), text).toEqual([400])
  for (const text of [
    'throw data(null, { status: 404 })',
    'if (response.status === 404) again()',
    "readText(form, 'name', 400)",
  ])
    expect(statusesIn('a.ts', text), text).toEqual([])
})

/** The text of a file that is compared: its code line by line, without imports and comments. */
const codeOf = (file: string) =>
  textOf(file)
    .replaceAll(/^import [^']*'[^']+'$/gm, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(\/\/|\/?\*)/.test(line))

const RUN = 6
/** Lines that only hold brackets are no repetition. */
const LEAST_TEXT = 60

/** Pairs of places with the same six lines or more, each at its beginning. */
function listRepeats(files: readonly string[], linesOf = codeOf): string[] {
  const seen = new Map<string, { file: string; at: number; before: string | undefined }[]>()
  for (const file of files) {
    const lines = linesOf(file)
    for (let at = 0; at + RUN <= lines.length; at += 1) {
      const run = lines.slice(at, at + RUN).join('\n')
      if (run.replaceAll(/[^A-Za-z]/g, '').length < LEAST_TEXT) continue
      seen.set(run, [...(seen.get(run) ?? []), { file, at, before: lines[at - 1] }])
    }
  }
  return [...seen.values()].flatMap((places) =>
    places.flatMap((one, n) =>
      places
        .slice(n + 1)
        // A longer run is counted once, where it begins; a run does not pair with itself.
        .filter((two) => one.before === undefined || one.before !== two.before)
        .filter((two) => one.file !== two.file || two.at - one.at >= RUN)
        .map((two) => `${one.file} and ${two.file}`),
    ),
  )
}

test('fewer than 20 pairs of six equal lines are in the code of the shop', () => {
  const pairs = listRepeats(sources)
  expect(pairs.length, pairs.join('\n')).toBeLessThan(20)
  const lines = () => codeOf('app/modules/discounts/hold-discount.ts')
  expect(listRepeats(['one.ts', 'another.ts'], lines)).toEqual(['one.ts and another.ts'])
})

test('no directive is for a linter that does not run', () => {
  expect(sources.filter((file) => /biome-ignore lint|eslint-disable/.test(textOf(file)))).toEqual(
    [],
  )
})

test('a disabled linter rule has its own reason above it', () => {
  const lines = readFileSync('.oxlintrc.json', 'utf8').split('\n')
  const off = lines.flatMap((line, at) =>
    line.includes('"off"') ? [[line, lines[at - 1] ?? '']] : [],
  )
  expect(off.length).toBeGreaterThan(10)
  expect(off.filter(([, above]) => !/^ *\/\/ .{12,}/.test(above ?? ''))).toEqual([])
})

test('the number of a database lock is used in one place', () => {
  const migrations = readdirSync('db/migrations').filter((name) => name.endsWith('.sql'))
  const files = [
    ...sources,
    'sample/seed.ts',
    ...migrations.map((name) => join('db/migrations', name)),
  ]
  const places = new Map<string, Set<string>>()
  for (const file of files)
    for (const [, number = ''] of textOf(file).matchAll(/(?:= |_lock\()(7_?201_?8\d\d)\b/g)) {
      // A database function is written anew by each migration that changes it.
      const place = file.endsWith('.sql') ? 'the database' : file
      const known = places.get(number.replaceAll('_', '')) ?? new Set()
      places.set(number.replaceAll('_', ''), known.add(place))
    }
  expect(places.size).toBeGreaterThan(4)
  expect([...places].filter(([, all]) => all.size > 1)).toEqual([])
})

test('every export is used, at least by its own file', () => {
  const users = ['app', 'server', 'sample', 'bench', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|mjs)$/.test(file))
      .map((file) => join(folder, file)),
  )
  const counts = new Map<string, number>()
  for (const word of ['react-router.config.ts', ...users].flatMap(
    (file) => textOf(file).match(/\b\w+\b/g) ?? [],
  ))
    counts.set(word, (counts.get(word) ?? 0) + 1)
  const unused = sources
    // The router uses the exports of these by name, and migrations are made from all tables.
    .filter((file) => !/^app\/(routes|root|entry|db\/tables)/.test(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/^export (?:async )?(?:function|const|type|class) (\w+)/gm)]
        .filter(([, name = '']) => counts.get(name) === 1)
        .map(([, name]) => `${file}: ${name}`),
    )
  expect(unused).toEqual([])
})
