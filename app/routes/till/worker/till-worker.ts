import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ServerBuild } from 'react-router'
import type { Build } from './service-worker.ts'

type Manifest = ServerBuild['assets']

const FOLDER = join('build', 'client', 'assets')
const NAME = /[\w.-]+\.(?:js|css|woff2|svg|webp|png)/g
/** Files outside the build: the till as an app, and the window of its receipts. */
const RECEIPT = ['/admin/pos/receipt.html', '/admin/pos/receipt.js']
const PUBLIC = ['/icon.svg', '/icon-180.png', '/admin/pos/app.webmanifest', ...RECEIPT]

/**
 * Every built file that the till may request: the imports of its route and the layouts around it, and everything that
 * those name (parts that load later, fonts, patterns), without the files of other screens.
 */
export function listTillFiles(manifest: Manifest, folder = FOLDER): string[] {
  const built = new Set(namesIn(folder))
  const found = new Set<string>()
  const follow = (name: string) => {
    if (found.has(name) || !built.has(name)) return
    found.add(name)
    if (/\.(js|css)$/.test(name))
      for (const [next] of readFileSync(join(folder, name), 'utf8').matchAll(NAME)) follow(next)
  }
  // The table of routes names every screen's files: the table is needed, those files are not.
  const table = basename(manifest.url)
  found.add(table)
  const roots = [manifest.entry, ...routesAround(manifest, 'till')]
  for (const { module, imports = [], css = [] } of roots as {
    module: string
    imports?: string[]
    css?: string[]
  }[])
    for (const file of [module, ...imports, ...css]) follow(basename(file))
  return [...[...found].sort().map((name) => `/assets/${name}`), ...PUBLIC]
}

function routesAround({ routes }: Manifest, id: string) {
  const line = []
  for (let at: string | undefined = id; at && routes[at]; at = routes[at]?.parentId)
    line.push(routes[at])
  return line
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // The development server has no built files, and installs no worker.
    return []
  }
}

/**
 * The till's service worker for one build: `script` (service-worker.ts) with its `BUILD` before it. The same build
 * gives the same text, byte for byte.
 */
export function writeTillWorker(
  script: string,
  manifest: Manifest,
  files = listTillFiles(manifest),
) {
  const version = createHash('sha256')
    .update(files.join('\n'))
    .update(script)
    // Their names do not contain a hash of their content.
    .update(RECEIPT.map((file) => readFileSync(join('public', file))).join('\n'))
    .digest('hex')
  const build: Build = { version: version.slice(0, 12), files, table: manifest.url }
  return `const BUILD = ${JSON.stringify(build)};\n${script}`
}
