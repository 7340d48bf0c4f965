import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

// No sentence for people beside the message files and the screens (docs/architecture.md, Adding things): a module, a
// table and a rule give codes, an action and a loader take their texts from app/rules/messages.

type Node = { type: string } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** Three words, or two of which the first begins as a sentence does. */
const SENTENCE = /^[A-Z][a-z’']* \S|[A-Za-z’']+[,:]? [a-z’']+[,:]? [a-z’']+/

const ALLOWED = new Set([
  // A size, as products are entered with it.
  'Free Size',
  // What PostgreSQL reads.
  'no key update',
  // Values of the log of changes, and a state that codes are filtered by.
  'marked as handled',
  'payment given up',
  'Not Started',
  // What the log of an account keeps of an act that was refused.
  'give a role',
  'sign somebody out',
  // What a limit is kept under.
  'new devices of …',
  // What keys are derived for.
  'till approvals, sealed',
  'till approvals, live',
])

/** Where no person reads it: the log, bugs, SQL, types. */
function isForMachines(node: Node) {
  if (/^(Import|Export)\w*Declaration$|^TaggedTemplate|^TS(Literal|TypeA|TypeR)/.test(node.type))
    return node.type !== 'ExportNamedDeclaration'
  // APIError is the sign-in's refusal: its message is read by people.
  if (node.type === 'NewExpression')
    return /(?<!API)Error$/.test(String((node['callee'] as Node)['name']))
  if (node.type !== 'CallExpression') return false
  return /\blog\b|^sql\.raw$/.test(nameOf(node['callee'] as Node))
}
const nameOf = (node: Node): string =>
  node.type === 'MemberExpression'
    ? `${nameOf(node['object'] as Node)}.${nameOf(node['property'] as Node)}`
    : String(node['name'])

/** The texts of a file's code that read as sentences. */
export function sentencesIn(file: string, text: string): string[] {
  const found: string[] = []
  const walk = (node: unknown) => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (!isNode(node) || isForMachines(node)) return
    const words =
      node.type === 'Literal'
        ? node['value']
        : node.type === 'TemplateLiteral'
          ? (node['quasis'] as { value: { cooked: string } }[])
              .map(({ value }) => value.cooked)
              .join('…')
          : null
    if (typeof words === 'string' && SENTENCE.test(words) && !ALLOWED.has(words))
      found.push(words.trim())
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') walk(value)
  }
  const { program, errors } = parseSync(file, text)
  expect(errors).toEqual([])
  walk(program)
  return found
}

/** Whole files, each with its reason. */
const OTHER_WORDS: { file: RegExp; why: string }[] = [
  { file: /^app\/rules\/messages\//, why: 'the message files' },
  {
    file: /^app\/rules\/accounts\/account-events\.ts$/,
    why: 'what the log of an account calls its lines',
  },
  { file: /^app\/(rules|modules)\/imports\//, why: 'the heads of a sheet that is read' },
  { file: /csv\.ts$/, why: 'the heads of a sheet are its screen’s own words' },
  {
    file: /^app\/rules\/catalogue\/(categories|sizes)\.ts$/,
    why: 'what goods are like, and sizes',
  },
  {
    file: /^app\/rules\/till\/read-till-events\.ts$/,
    why: 'what is wrong with a file, as zod says it',
  },
  { file: /^app\/routes\/till\/api\/(approve|endpoint|stock)\.ts$/, why: 'likewise, of a request' },
  { file: /^app\/web\/api\//, why: 'the description of the API, in the language of its names' },
  { file: /(metrics|security-headers)\.server\.ts$/, why: 'figures and policies for programs' },
]

const listSources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => join(folder, file))
    .filter((path) => !OTHER_WORDS.some(({ file }) => file.test(path)))

test.each(['app/modules', 'app/db', 'app/rules', 'app/routes', 'app/web', 'app/platform/auth'])(
  '%s holds no sentence for people',
  (folder) => {
    const found = listSources(folder).flatMap((file) =>
      sentencesIn(file, readFileSync(file, 'utf8')).map((words) => `${file}: ${words}`),
    )
    expect(found).toEqual([])
  },
)

test('a file that is left out is there, and writes some', () => {
  const files = ['app/rules', 'app/routes', 'app/web'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  for (const { file } of OTHER_WORDS) {
    const left = files.filter((path) => /(?<!\.test)\.ts$/.test(path) && file.test(path))
    const found = left.flatMap((path) => sentencesIn(path, readFileSync(path, 'utf8')))
    expect(found, String(file)).not.toEqual([])
  }
})

test('a sentence is found in a string and in a template, and not where no person reads it', () => {
  const read = (text: string) => sentencesIn('a.ts', text)
  expect(read("const product = 'A product'")).toEqual(['A product'])
  expect(read('const said = `Only ${left} are left.`')).toEqual(['Only … are left.'])
  expect(read("z.uuid('is not a product')")).toEqual(['is not a product'])
  expect(
    read("throw new Error('the order was not written'); log.warn({ id }, 'not kept by us')"),
  ).toEqual([])
  expect(read("sql`select what is there`; const kind: 'One of these' = x")).toEqual([])
})
