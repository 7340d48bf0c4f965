import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

// Only message files and screens hold sentences for people (docs/architecture.md, Adding to it): modules, tables and
// rules give codes, and actions and loaders take their texts from app/rules/messages.

type Node = { type: string } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** Three words, or two of which the first is capitalized as in a sentence. */
const SENTENCE = /^[A-Z][a-z’']* \S|[A-Za-z’']+[,:]? [a-z’']+[,:]? [a-z’']+/

const ALLOWED = new Set([
  // A size, as products are entered with it.
  'Free Size',
  // SQL.
  'no key update',
  // Values of the log of changes, and a state by which codes are filtered.
  'marked as handled',
  'payment given up',
  'Not Started',
  // A request header.
  'Bearer …',
  // The key of a rate limit.
  'new devices of …',
  // Purposes for which keys are derived.
  'till approvals, sealed',
  'till approvals, live',
])

/** Texts that no person reads: the log, errors for bugs, SQL, types. */
function isForMachines(node: Node) {
  if (/^(Import|Export)\w*Declaration$|^TaggedTemplate|^TS(Literal|TypeA|TypeR)/.test(node.type))
    return node.type !== 'ExportNamedDeclaration'
  // APIError is a refusal of the sign-in, and people read its message.
  if (node.type === 'NewExpression')
    return /(?<!API)Error$/.test(String((node['callee'] as Node)['name']))
  if (node.type !== 'CallExpression') return false
  return /\blog\b|^sql\.raw$/.test(nameOf(node['callee'] as Node))
}
const nameOf = (node: Node): string =>
  node.type === 'MemberExpression'
    ? `${nameOf(node['object'] as Node)}.${nameOf(node['property'] as Node)}`
    : String(node['name'])

/** The text of a string, a template or JSX. */
function wordsOf(node: Node) {
  if (node.type === 'TemplateLiteral')
    return (node['quasis'] as { value: { cooked: string } }[])
      .map(({ value }) => value.cooked)
      .join('…')
  const isText = node.type === 'Literal' || node.type === 'JSXText'
  return isText && typeof node['value'] === 'string' ? node['value'] : null
}

/** The texts in a file's code that read as sentences. */
export function sentencesIn(file: string, text: string): string[] {
  const found: string[] = []
  const walk = (node: unknown) => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (!isNode(node) || isForMachines(node)) return
    const words = node.type === 'JSXText' ? null : wordsOf(node)
    if (words !== null && SENTENCE.test(words) && !ALLOWED.has(words)) found.push(words.trim())
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') walk(value)
  }
  const { program, errors } = parseSync(file, text)
  expect(errors).toEqual([])
  walk(program)
  return found
}

/** Whole files that are exempt, each with its reason. */
const OTHER_WORDS: { file: RegExp; why: string }[] = [
  { file: /^app\/rules\/messages\//, why: 'the message files' },
  { file: /^app\/(rules|modules)\/imports\//, why: 'the heads of a sheet that is read' },
  { file: /csv\.ts$/, why: 'the heads of a sheet are its screen’s own words' },
  {
    file: /^app\/rules\/catalogue\/(categories|sizes)\.ts$/,
    why: 'what products are like, and sizes',
  },
  {
    file: /^app\/routes\/till\/api\/(approve|endpoint|stock)\.ts$/,
    why: 'what is wrong with a request, as zod says it',
  },
  {
    file: /^app\/(web\/api\/|routes\/api\/(account-paths|describe-api))/,
    why: 'the description of the API, in the language of its names',
  },
  {
    file: /^app\/platform\/config\.server\.ts$/,
    why: 'how a setting is written, in the terminal of who starts the shop',
  },
  { file: /(metrics|security-headers)\.server\.ts$/, why: 'figures and policies for programs' },
]

const listSources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => join(folder, file))
    .filter((path) => !OTHER_WORDS.some(({ file }) => file.test(path)))

const listScreens = (...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  )

test.each(['app/modules', 'app/db', 'app/rules', 'app/routes', 'app/web', 'app/platform'])(
  '%s holds no sentence for people',
  (folder) => {
    const found = listSources(folder).flatMap((file) =>
      sentencesIn(file, readFileSync(file, 'utf8')).map((words) => `${file}: ${words}`),
    )
    expect(found).toEqual([])
  },
)

test('an exempt file exists, and has sentences', () => {
  const files = ['app/rules', 'app/routes', 'app/web', 'app/platform'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  for (const { file } of OTHER_WORDS) {
    const left = files.filter((path) => /(?<!\.test)\.ts$/.test(path) && file.test(path))
    const found = left.flatMap((path) => sentencesIn(path, readFileSync(path, 'utf8')))
    expect(found, String(file)).not.toEqual([])
  }
})

// A column stores such a text as code and parameters; text from somebody else is a parameter of its own code.
test('no adapter of the payment provider returns free text, and none is stored as releases before codes did', () => {
  const files = listSources('app/platform/payments')
  const loose = /\b(why|detail|message)\??: string\b/
  expect(files.filter((file) => loose.test(readFileSync(file, 'utf8')))).toEqual([])
  const former = /code: '(said|refused|written)'/
  const writing = ['app/modules', 'app/platform', 'app/routes', 'server', 'sample'].flatMap(
    listSources,
  )
  expect(writing.filter((file) => former.test(readFileSync(file, 'utf8')))).toEqual([])
})

test("the log's label of an exported list is a code", () => {
  const called = /entity: '\w+',\s*label: '[A-Z]|\bconst detail = `[A-Z][a-z]/
  expect(called.test("entity: 'order', label: 'Online Orders'")).toBe(true)
  expect(
    listScreens('app/routes').filter((file) => called.test(readFileSync(file, 'utf8'))),
  ).toEqual([])
})

test('an allowed text is still used somewhere', () => {
  const texts = ['app/modules', 'app/db', 'app/rules', 'app/platform']
    .flatMap(listSources)
    .map((file) => readFileSync(file, 'utf8'))
  const stale = [...ALLOWED].filter((words) => {
    const [first = '', second = ''] = words.split('…')
    return !texts.some((text) => text.includes(first) && text.includes(second))
  })
  expect(stale).toEqual([])
})

test('a sentence is found in strings and templates, but not where no person reads it', () => {
  const read = (text: string) => sentencesIn('a.ts', text)
  expect(read("const product = 'A product'")).toEqual(['A product'])
  expect(read('const said = `Only ${left} are left.`')).toEqual(['Only … are left.'])
  expect(read("z.uuid('is not a product')")).toEqual(['is not a product'])
  expect(
    read("throw new Error('the order was not written'); log.warn({ id }, 'not kept by us')"),
  ).toEqual([])
  expect(read("sql`select what is there`; const kind: 'One of these' = x")).toEqual([])
})

/** Literal texts in refusals and notices, which have to come from the message files. */
function messagesIn(file: string, text = readFileSync(file, 'utf8')): string[] {
  if (!/showToast|notifySuccess|set(Error|Message)|json\(|ok: false|notice=/.test(text)) return []
  const found: string[] = []
  const KEYS = ['title', 'message', 'description', 'error']
  const look = (node: unknown, isWithin = false): void => {
    if (!isNode(node)) return
    if (/^(Conditional|Logical)Expression$/.test(node.type))
      for (const part of ['consequent', 'alternate', 'left', 'right']) look(node[part], isWithin)
    if (node.type === 'ObjectExpression')
      for (const { key, value } of node['properties'] as Node[])
        if (isNode(key) && KEYS.includes(String(key['name']))) look(value, true)
    const words = isWithin ? wordsOf(node) : null
    if (words !== null && /[A-Za-z]/.test(words)) found.push(words)
  }
  const isCode = (node?: Node) => node !== undefined && /^[a-z-]+$/.test(wordsOf(node) ?? '')
  const isNo = (property: Node) =>
    (property['key'] as Node | undefined)?.['name'] === 'ok' &&
    (property['value'] as Node)['value'] === false
  const walk = (node: unknown) => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (!isNode(node)) return
    if (node.type === 'CallExpression') {
      const [first] = node['arguments'] as Node[]
      const called = nameOf(node['callee'] as Node)
      if (/^(showToast|json)$/.test(called)) look(first)
      // At the till: a notice by its code, which has no spaces, and the message beside a field.
      if (called === 'notifySuccess' && !isCode(first)) look(first, true)
      if (/^set(Error|Message)$/.test(called)) look(first, true)
    }
    if (node.type === 'ObjectExpression' && (node['properties'] as Node[]).some(isNo)) look(node)
    if (node.type === 'JSXAttribute' && (node['name'] as Node)['name'] === 'notice')
      look((node['value'] as Node | null)?.['expression'])
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') walk(value)
  }
  walk(parseSync(file, text).program)
  return found
}

test('a screen and a route have no refusals or notices in their own words', () => {
  const found = listScreens('app/ui', 'app/routes').flatMap((file) =>
    messagesIn(file).map((words) => `${file}: ${words}`),
  )
  expect(found).toEqual([])
  for (const text of [
    "showToast({ tone: 'good', title: 'Spent' })",
    "const no = { ok: false, message: isIn ? SPENT : 'Spent' }",
    "const box = <Box notice={{ tone: 'bad', title: 'Spent' }} />",
    "json({ error: 'Spent' }, 400)",
    "notifySuccess('Spent', 'All of it.')",
    "setError(answer.ok ? 'Spent' : answer.message)",
  ])
    expect(messagesIn('a.tsx', text), text).toEqual(['Spent'])
  for (const text of [
    "json({ error: SPENT }); yes({ ok: true, message: 'Hm' })",
    "notifySuccess('voucher-spent', { by }); setError(''); setMessage(SPENT)",
  ])
    expect(messagesIn('a.tsx', text), text).toEqual([])
})

// Words that staff and shoppers do not use, or had to guess, each with its replacement. `words` are matched in lower
// case, unless `old` gives a pattern.
const REPLACED: { words: string; old?: RegExp; now: string; where?: RegExp }[] = [
  { words: 'total, and delivery', now: 'Total before delivery' },
  { words: 'plus delivery', now: 'Total before delivery' },
  { words: 'in all', old: /(^|[…\d] )in all\b|\bin all(?=[,.;:)])/, now: 'Total MK 58,500' },
  { words: 'n all', old: /^In all$|\b[Aa]ll in all\b/, now: 'Totals' },
  { words: 'included in total', now: 'included' },
  { words: 'Expected: ', old: /^Expected: (…|Processing)/, now: 'We will tell you when it ships' },
  { words: 'with everything in it', now: 'with your order details' },
  { words: 'we keep them for you', now: 'We hold it until 15:50' },
  { words: 'Cancel it', old: /^Cancel it$/, now: 'Cancel order' },
  { words: ' subcategories', now: 'number of styles', where: /^app\/(ui|routes)\/shop\// },
  { words: 'leave with one tap', now: 'Unsubscribe any time' },
  { words: 'given back at the till', now: 'Refunds at the till' },
  { words: 'placed, paid or not', now: 'All orders placed' },
  { words: 'out of touch', now: 'Offline' },
  { words: 'heard of', now: 'Last seen' },
  { words: 'choose all shown', now: 'Select all' },
  { words: 'Lines', old: /^Lines$/, now: 'Items' },
  { words: 'by the shop itself', now: 'automatically' },
  { words: 'The shop itself', old: /^The shop itself\b/, now: 'automatically' },
  { words: 'Its sales', old: /^Its sales$/, now: 'Sales in this shift' },
  { words: 'of it in cash', now: 'Cash' },
  { words: 'sold less returns', now: 'Net sales' },
  { words: 'On what', old: /^On what$/, now: 'Item' },
  { words: 'from and to', now: 'Change' },
  { words: 'from where', now: 'IP address' },
  { words: 'shown struck through', now: 'Old price (crossed out)' },
  { words: 'there is no such paper', now: 'Page not found' },
  { words: 'Pay ', old: /^Pay (…|MK|$)/, now: 'Take MK 12,500', where: /^app\/ui\/till\// },
  { words: 'asket', old: /^Basket\b|\bthe basket\b/, now: 'Cart', where: /^app\/ui\/till\// },
  { words: 'still missing', now: 'Still to pay' },
  { words: 'empty the search', now: 'Clear search' },
  { words: 'tax is ', now: 'nothing' },
]

test('a replaced word does not come back', () => {
  const files = listScreens('app/ui', 'app/routes', 'app/rules/messages')
  expect(files.flatMap((file) => oldWordsIn(file))).toEqual([])
  expect(oldWordsIn('app/ui/a.tsx', '<b>Last heard of {at}</b>')).toHaveLength(1)
  expect(oldWordsIn('app/ui/a.ts', 'const said = `${sum} in all`')).toHaveLength(1)
  for (const words of [
    'All in all',
    'Kept in all, at most',
    '18 in all.',
    'The shop itself (paid)',
  ])
    expect(oldWordsIn('app/ui/a.ts', `const said = '${words}'`)).toHaveLength(1)
  expect(oldWordsIn('app/ui/a.ts', '// in all\nconst said = "In all sizes"')).toEqual([])
})

function oldWordsIn(path: string, text = readFileSync(path, 'utf8')) {
  const plain = text.toLowerCase()
  const expected = REPLACED.filter(
    ({ words, old, where }) => (old ? text : plain).includes(words) && (!where || where.test(path)),
  )
  if (expected.length === 0) return []
  return textsIn(path, text).flatMap((sentence) =>
    expected
      .filter(({ words, old }) =>
        old ? old.test(sentence) : sentence.toLowerCase().includes(words),
      )
      .map(({ now }) => `${path}: “${sentence}”, now: ${now}`),
  )
}

/** Strings, templates and JSX texts. */
function textsIn(file: string, text: string) {
  const found: string[] = []
  const walk = (node: unknown) => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (!isNode(node) || /^Import|^TS/.test(node.type)) return
    const words = wordsOf(node)
    if (words) found.push(words.trim())
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') walk(value)
  }
  walk(parseSync(file, text).program)
  return found
}
