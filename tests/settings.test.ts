import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

// Settings that staff can edit are read where they are used, each time (docs/decisions, Settings of the shop).

const sources = ['app', 'server']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

/** The shop's files with settings that staff can edit. */
const EDITABLE =
  /\b(SHOP|SHOP_DISTRICT|ZONES|COURIERS|DELIVERY_DAYS|TILL_LIMITS|SAFETY_STOCK|REFUNDS|RETURNS|CREDIT|VOUCHERS)\b/

test('a setting that staff can edit is read from the shop’s files in one place only, for groups that nobody has saved', () => {
  const reading = sources.filter((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /import (?:type )?\{([^}]*)\} from '[^']*\/shop(?:-tills|-refunds)?\.ts'/g,
      ),
    ].some(([, names = '']) => EDITABLE.test(names)),
  )
  expect(reading).toEqual(['app/rules/settings/default-settings.ts'])
})

type Node = { type: string } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

const READERS = new Set([
  'settings',
  'deliverySettings',
  'limitSettings',
  'staffSettings',
  'snapshot',
])

/** Whether code reads the settings while its file is loaded. */
function readsAtOnce(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(readsAtOnce)
  if (!isNode(value)) return false
  if (/Function/.test(value.type) || value.type === 'MethodDefinition') return false
  const { callee } = value
  if (value.type === 'CallExpression' && isNode(callee) && READERS.has(String(callee['name'])))
    return true
  return Object.values(value).some(readsAtOnce)
}

test('no file reads the settings while it is loaded, because it would keep outdated values', () => {
  const early = sources.filter((file) => {
    const text = readFileSync(file, 'utf8')
    return (
      /\b(settings|deliverySettings|limitSettings|staffSettings|snapshot)\(\)/.test(text) &&
      readsAtOnce(parseSync(file, text).program)
    )
  })
  expect(early).toEqual([])
})

test('no browser script contains the shop’s settings files: a page has the settings in its document', () => {
  const server = sources.filter((file) =>
    readFileSync(file, 'utf8').includes('default-settings.ts'),
  )
  expect(server.filter((file) => !file.endsWith('.server.ts'))).toEqual([])
})

test('the built pages have no settings snapshot of their own: they read the server’s', () => {
  const keeping = sources.filter((file) =>
    /^import (?!type).*platform\/(current-)?settings\.server\.ts'/m.test(
      readFileSync(file, 'utf8'),
    ),
  )
  // The entry points of processes: the server (handle.server.ts is loaded beside the built pages), the jobs, a command.
  expect(keeping).toEqual([
    'app/web/handle.server.ts',
    'server/jobs.ts',
    'server/commands/command.ts',
  ])
})
