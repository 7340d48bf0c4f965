import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ServerBuild } from 'react-router'
import type { Build } from './service-worker.ts'

type Manifest = ServerBuild['assets']

const FOLDER = join('build', 'client', 'assets')
const NAME = /[\w.-]+\.(?:js|css|woff2|svg|webp|png)/g
/** Beside what is built: the till as an app, and the window of its receipts. */
const RECEIPT = ['/admin/pos/receipt.html', '/admin/pos/receipt.js']
const PUBLIC = ['/icon.svg', '/icon-180.png', '/admin/pos/app.webmanifest', ...RECEIPT]

/**
 * Every built file that the till may ask for: what its route and those around it import, and whatever
 * those name (parts that are loaded later, fonts, patterns). The other screens are not among them.
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
  // The table of routes names every screen's files: it is needed, they are not.
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
    // The development server has built nothing, and installs no worker.
    return []
  }
}

/**
 * The till's service worker for one build: `script` (service-worker.ts) with what it has to know before it. The
 * same build gives the same text, byte for byte.
 */
export function writeTillWorker(
  script: string,
  manifest: Manifest,
  files = listTillFiles(manifest),
) {
  const version = createHash('sha256')
    .update(files.join('\n'))
    .update(script)
    // Their names say nothing of what is in them.
    .update(RECEIPT.map((file) => readFileSync(join('public', file))).join('\n'))
    .digest('hex')
  const build: Build = { version: version.slice(0, 12), files, table: manifest.url }
  return `const BUILD = ${JSON.stringify(build)};\n${script}`
}
