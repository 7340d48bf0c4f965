import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ServerBuild } from 'react-router'

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

/** The till's service worker for one build: the same build gives the same text, byte for byte. */
export function writeTillWorker(manifest: Manifest, files = listTillFiles(manifest)) {
  const version = createHash('sha256')
    .update(files.join('\n'))
    .update(WORKER)
    // Their names say nothing of what is in them.
    .update(RECEIPT.map((file) => readFileSync(join('public', file))).join('\n'))
    .digest('hex')
  const facts = { version: version.slice(0, 12), files, table: manifest.url }
  return `const BUILD = ${JSON.stringify(facts)}\n${WORKER}`
}

const WORKER = String.raw`
const PAGE = '/admin/pos'
const KEPT = 'zovala-till-' + BUILD.version
const PICTURES = 'zovala-till-pictures'
const MOST_PICTURES = 1500
const PATIENCE = 2500
const files = new Set(BUILD.files)

// All or nothing: a page without its scripts would not start. The page comes last.
addEventListener('install', (event) => event.waitUntil(install()))

async function install() {
  const cache = await caches.open(KEPT)
  await Promise.all(
    BUILD.files.map(async (file) => {
      const known = file.startsWith('/assets/') ? await caches.match(file) : undefined
      if (known) return cache.put(file, known)
      const fresh = await fetch(file)
      if (!fresh.ok || fresh.redirected) throw new Error(file + ' did not come')
      return cache.put(file, fresh)
    }),
  )
  const page = await fetch(PAGE, { cache: 'no-store', headers: { Accept: 'text/html' } })
  // Nobody is signed in, or another build answered: the worker before this one goes on.
  const isOurs = page.ok && !page.redirected && (await page.clone().text()).includes(BUILD.table)
  if (!isOurs) throw new Error('the till did not come')
  await cache.put(PAGE, page)
}

// At the first start after the old tabs were closed: only now may what they used go.
addEventListener('activate', (event) => event.waitUntil(activate()))

async function activate() {
  for (const name of await caches.keys())
    if (name.startsWith('zovala-till-') && name !== KEPT && name !== PICTURES) await caches.delete(name)
  await clients.claim()
}

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (pathname === PAGE || pathname === PAGE + '/') event.respondWith(page(request))
    else if (files.has(pathname)) event.respondWith(file(request))
  } else if (pathname.startsWith('/assets/') || files.has(pathname)) event.respondWith(file(request))
  else if (pathname.startsWith('/files/') && request.destination === 'image')
    event.respondWith(picture(event))
})

// The line's page while the line is quick; else the kept one, also when the session is over (the till
// goes on selling and says so). A refusal for this person is theirs to see.
async function page(request) {
  const kept = await caches.match(PAGE, { cacheName: KEPT, ignoreVary: true })
  if (!kept) return fetch(request)
  const fresh = fetch(request).catch(() => null)
  const late = new Promise((done) => setTimeout(done, PATIENCE, null))
  const first = await Promise.race([fresh, late])
  return first && (first.ok || first.status === 403) ? first : kept
}

async function file(request) {
  // A page of the build before asks for its own.
  const own = await caches.match(request, { cacheName: KEPT, ignoreVary: true })
  return own ?? (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

async function picture(event) {
  const cache = await caches.open(PICTURES)
  const kept = await cache.match(event.request, { ignoreVary: true })
  if (kept) return kept
  const fresh = await fetch(event.request)
  if (fresh.status === 200) event.waitUntil(keepPicture(cache, event.request, fresh.clone()))
  return fresh
}

async function keepPicture(cache, request, picture) {
  try {
    await cache.put(request, picture)
    const all = await cache.keys()
    // Oldest first. A tenth at once, so that this is rare.
    if (all.length > MOST_PICTURES)
      for (const old of all.slice(0, MOST_PICTURES / 10)) await cache.delete(old)
  } catch {
    // A full disk: sales matter more than pictures.
    await caches.delete(PICTURES)
  }
}
`
