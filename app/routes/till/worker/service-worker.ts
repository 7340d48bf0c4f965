// The till's service worker: it starts the till without a connection. A script of its own, bundled by the build
// (vite.config.ts); `BUILD` is written before it (till-worker.ts).

export type Build = {
  version: string
  /** Every file that the till may request. */
  files: string[]
  /** The table of routes, which identifies a page of this build. */
  table: string
}
declare const BUILD: Build

// Types that exist in a service worker but not in a page.
type Lifetime = Event & { waitUntil(work: Promise<unknown>): void }
type Asking = Lifetime & { request: Request; respondWith(answer: Promise<Response>): void }
declare const clients: { claim(): Promise<void> }

const PAGE = '/admin/pos'
const CACHE = `zovala-till-${BUILD.version}`
const PICTURES = 'zovala-till-pictures'
const MOST_PICTURES = 1500
const PATIENCE_MS = 2500
const files = new Set(BUILD.files)

// All or nothing: a page without its scripts would not start. The page comes last.
addEventListener('install', (event) => (event as Lifetime).waitUntil(install()))

async function install() {
  const cache = await caches.open(CACHE)
  await Promise.all(
    BUILD.files.map(async (file) => {
      const known = file.startsWith('/assets/') ? await caches.match(file) : undefined
      if (known) return cache.put(file, known)
      const fresh = await fetch(file)
      if (!fresh.ok || fresh.redirected) throw new Error(`${file} did not come`)
      return cache.put(file, fresh)
    }),
  )
  const page = await fetch(PAGE, { cache: 'no-store', headers: { Accept: 'text/html' } })
  // Nobody is signed in, or another build answered: the former worker stays.
  const isOurs = page.ok && !page.redirected && (await page.clone().text()).includes(BUILD.table)
  if (!isOurs) throw new Error('the till did not come')
  await cache.put(PAGE, page)
}

// Runs at the first start after the old tabs were closed: only now may their files be deleted.
addEventListener('activate', (event) => (event as Lifetime).waitUntil(activate()))

async function activate() {
  for (const name of await caches.keys())
    if (name.startsWith('zovala-till-') && name !== CACHE && name !== PICTURES)
      await caches.delete(name)
  await clients.claim()
}

addEventListener('fetch', (event) => {
  const asking = event as Asking
  const { request } = asking
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (pathname === PAGE || pathname === `${PAGE}/`) asking.respondWith(answerPage(request))
    else if (files.has(pathname)) asking.respondWith(answerFile(request))
  } else if (pathname.startsWith('/assets/') || files.has(pathname))
    asking.respondWith(answerFile(request))
  else if (pathname.startsWith('/files/') && request.destination === 'image')
    asking.respondWith(answerPicture(asking))
})

/**
 * Answers with the server's page while the connection is fast, otherwise with the cached one, also when the session has
 * ended (the till goes on selling and says so). A refusal for this person is passed on.
 */
async function answerPage(request: Request) {
  const cached = await caches.match(PAGE, { cacheName: CACHE, ignoreVary: true })
  if (!cached) return fetch(request)
  const fresh = fetch(request).catch(() => null)
  const tooLate = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))
  const first = await Promise.race([fresh, tooLate])
  return first && (first.ok || first.status === 403) ? first : cached
}

async function answerFile(request: Request) {
  // A page of the former build requests its own files.
  const own = await caches.match(request, { cacheName: CACHE, ignoreVary: true })
  return own ?? (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

async function answerPicture(asking: Asking) {
  const cache = await caches.open(PICTURES)
  const cached = await cache.match(asking.request, { ignoreVary: true })
  if (cached) return cached
  const fresh = await fetch(asking.request)
  if (fresh.status === 200) asking.waitUntil(keepPicture(cache, asking.request, fresh.clone()))
  return fresh
}

async function keepPicture(cache: Cache, request: Request, picture: Response) {
  try {
    await cache.put(request, picture)
    const all = await cache.keys()
    // Oldest first; a tenth at once, so that this is rare.
    if (all.length > MOST_PICTURES)
      for (const old of all.slice(0, MOST_PICTURES / 10)) await cache.delete(old)
  } catch {
    // A full disk: sales matter more than pictures.
    await caches.delete(PICTURES)
  }
}
