import { useEffect, useMemo, useRef, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { CardProduct } from '../../../../rules/catalogue/products.ts'
import { noteSeen, useSeen } from './seen-products.ts'

/** How far below the screen the row is when its products are loaded. */
const NEAR = '600px'

/** `since`: changes whenever the page's own data is loaded again. */
type RecentQuery = { ids: string; since: unknown }

async function ask({ ids }: RecentQuery, signal: AbortSignal) {
  const answer = await fetch(`/recently-viewed?ids=${ids}`, { signal })
  if (!answer.ok) throw new Error(`Recently viewed answered ${answer.status}`)
  return (await answer.json()) as CardProduct[]
}

/**
 * The current data of the products that were viewed on this device before `here`; loaded when `place` comes near, and
 * again after an act on the page (a heart). Records `here` as viewed.
 */
export function useRecent(here: string | null) {
  const seen = useSeen()
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  const [cards, setCards] = useState<CardProduct[]>([])
  const around = useRouteLoaderData('routes/shop/layout')
  const ids = seen.filter((id) => id !== here).join()
  const asked = useMemo(() => ({ ids, since: around }), [ids, around])

  useEffect(() => {
    if (here) noteSeen(here)
  }, [here])

  useEffect(() => {
    if (!place.current) return undefined
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), {
      rootMargin: NEAR,
    })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])

  useEffect(() => {
    if (!isNear || asked.ids === '') return undefined
    const abort = new AbortController()
    // The row is an extra: when it does not load, it is left out.
    ask(asked, abort.signal).then(setCards, () => {})
    return () => abort.abort()
  }, [isNear, asked])

  const requested = ids.split(',')
  return { place, products: cards.filter(({ id }) => requested.includes(id)) }
}
