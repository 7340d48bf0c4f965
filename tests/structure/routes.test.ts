import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/**
 * The most lines of a loader or action: it reads a request and answers it, and calls a module or a helper for the rest.
 */
const LONGEST = 25

type Node = { type: string; start: number; end: number } & Record<string, unknown>

const routes = readdirSync('app/routes', { recursive: true, encoding: 'utf8' })
  .map((file) => join('app/routes', file))
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))

/** The functions of a route that are its loader or action, or do their work in a file beside it. */
function handlersIn(file: string, text = readFileSync(file, 'utf8')) {
  const { program, comments } = parseSync(file, text)
  const code = comments.reduce(
    (left, { start, end }) =>
      left.slice(0, start) + left.slice(start, end).replaceAll(/[^\n]/g, ' ') + left.slice(end),
    text,
  )
  const isHandler = (name: string, made: Node) => {
    const [head = ''] = text.slice(made.start, made.end).split(/=>|\{\n/)
    return (
      /^(client)?(loader|action)$/i.test(name) || /\b\w*(Loader|Action|Request)Args\b/.test(head)
    )
  }
  const declared = program.body.flatMap((statement) => {
    const { declaration } = statement as { declaration?: Node }
    if (statement.type !== 'ExportNamedDeclaration' || !declaration) return []
    const made = (declaration['declarations'] ?? [declaration]) as Node[]
    return made.map((one) => ({ name: (one['id'] as { name?: string }).name ?? '', one }))
  })
  return declared
    .filter(({ name, one }) => isHandler(name, one))
    .map(({ name, one }) => ({
      name,
      lines: code
        .slice(one.start, one.end)
        .split('\n')
        .filter((line) => line.trim() !== '').length,
    }))
}

test(`a loader or action has at most ${LONGEST} lines of code`, () => {
  const all = routes.flatMap((file) => handlersIn(file).map((handler) => ({ file, ...handler })))
  expect(all.length).toBeGreaterThan(200)
  const long = all.filter(({ lines }) => lines > LONGEST)
  expect(long.map(({ file, name, lines }) => `${file}: ${name} has ${lines}`)).toEqual([])
})

test('the lines of a loader are counted without comments, blank lines and components', () => {
  const text = [
    'export async function loader({ request }: Route.LoaderArgs) {',
    '  // A comment.',
    '',
    '  /* Another',
    '     one. */',
    '  return { to: request.url } // the third line',
    '}',
    'export const act = (args: Route.ActionArgs) =>',
    '  args',
    'export const meta = () => []',
    'export default function Screen() {}',
  ].join('\n')
  expect(handlersIn('one.tsx', text)).toEqual([
    { name: 'loader', lines: 3 },
    { name: 'act', lines: 2 },
  ])
})

const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
    .map(([, path = '']) => normalize(join(dirname(file), path)))
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('+types'))

/** The files of `app/web` that a file reaches, also through its own parts in `app/routes`. */
function reach(file: string, seen = new Set<string>()) {
  for (const path of importsOf(file)) {
    if (seen.has(path) || !/^app\/(routes|web)\//.test(path)) continue
    seen.add(path)
    reach(path, seen)
  }
  return seen
}

test('a file of app/web serves the server or at least two routes: code of one route lives beside it', () => {
  const addresses = [
    ...readFileSync('app/routes.ts', 'utf8').matchAll(/'(routes\/[^']+\.tsx?)'/g),
  ].map(([, file]) => `app/${file}`)
  expect(addresses.length).toBeGreaterThan(100)
  const users = new Map<string, number>()
  const count = (file: string, by: number) => users.set(file, (users.get(file) ?? 0) + by)
  for (const address of new Set(addresses)) for (const file of reach(address)) count(file, 1)
  for (const file of ['server/http-server.ts', 'server/web.ts', 'app/entry.server.tsx'])
    for (const used of importsOf(file)) for (const one of [used, ...reach(used)]) count(one, 2)
  const shared = readdirSync('app/web', { recursive: true, encoding: 'utf8' })
    .map((file) => join('app/web', file))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('app/web/render/'))
  expect(shared.filter((file) => (users.get(file) ?? 0) < 2)).toEqual([])
})
