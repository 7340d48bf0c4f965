import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import type { CardProduct } from '../../../rules/catalogue/products.ts'
import type { ShellData } from '../shell-data.ts'

type Page = { products: CardProduct[]; next: string | null }
export type Added = { cursor: string; page: Page }[]
/** The pages added to a list at one entry of the history, and the scroll position when it was left. */
type Place = { added: Added; top: number; at: number; who: string }

/**
 * Key in the tab's storage, by which a page knows that its scripts have pages to
 * add (web/render/lazy-scripts.server.ts).
 */
export const ADDED_PAGES = 'zovala.added-pages'
/**
 * How many are kept in memory, and how many of them in the tab's storage: each page has 24 products of some
 * 500 characters.
 */
const MOST = 20
const MOST_STORED = 4
/** Older pages are loaded again, because their prices and stock may have changed. */
const OLDEST_MS = 30 * 60_000

const places = new Map<string, Place>()
let isRead = false
let here = ''

function store() {
  const place = places.get(here)
  if (place) place.top = scrollY
  try {
    sessionStorage.setItem(ADDED_PAGES, JSON.stringify([...places].slice(-MOST_STORED)))
  } catch {
    // No space or no storage: the list then starts with its first page.
  }
}

/** Reads, once, what the tab stored before this document was loaded. */
function readStored() {
  if (isRead) return
  isRead = true
  addEventListener('pagehide', store)
  try {
    const stored = JSON.parse(sessionStorage.getItem(ADDED_PAGES) ?? '[]') as [string, Place][]
    for (const [place, kept] of stored) if (!places.has(place)) places.set(place, kept)
  } catch {
    // Not written by us, or cut off: as if nothing had been stored.
  }
}

function find(place: string, who: string) {
  const kept = places.get(place)
  return kept && kept.who === who && Date.now() - kept.at < OLDEST_MS ? kept : undefined
}

/**
 * The pages that `Show more` has added to a list. A visitor who returns by Back or by a reload finds them, at the same
 * scroll position.
 */
export function useAdded() {
  const { key, pathname, search } = useLocation()
  const shell = useRouteLoaderData<{ shell: ShellData }>('routes/shop/layout')?.shell
  const who = shell?.visitor?.name ?? ''
  // A document that was loaded anew has the key `default`, so the address tells its places apart.
  const place = `${key} ${pathname}${search}`
  const [added, setAdded] = useState<Added>(() => find(place, who)?.added ?? [])
  const top = useRef<number | null>(null)

  useLayoutEffect(() => {
    const isAnew = !isRead
    readStored()
    here = place
    const kept = isAnew ? find(place, who) : undefined
    if (kept) {
      // The browser could only scroll to the end of the first page; a visitor who has scrolled elsewhere meanwhile
      // stays there.
      if (scrollY + innerHeight >= document.documentElement.scrollHeight - 2) top.current = kept.top
      // oxlint-disable-next-line react/set-state-in-effect -- the server knows no storage of a tab.
      setAdded(kept.added)
    }
    return () => {
      const left = places.get(place)
      if (left) left.top = scrollY
      here = ''
    }
  }, [place, who])

  useLayoutEffect(() => {
    if (top.current === null || added.length === 0) return
    scrollTo(0, top.current)
    top.current = null
  }, [added])

  useEffect(() => {
    if (added.length === 0) return
    places.delete(place)
    places.set(place, { added, top: scrollY, at: Date.now(), who })
    for (const oldest of places.keys()) {
      if (places.size <= MOST) break
      places.delete(oldest)
    }
  }, [place, who, added])

  return [added, setAdded] as const
}
