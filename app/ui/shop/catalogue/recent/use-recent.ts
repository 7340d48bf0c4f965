import { useEffect, useMemo, useRef, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { CardProduct } from '../../../../rules/catalogue/products.ts'
import { noteSeen, useSeen } from './seen-products.ts'

/** How far below the screen the row may be when its products are asked for. */
const NEAR = '600px'

/** `since`: whatever changes when the page's own answers come anew. */
type RecentQuery = { ids: string; since: unknown }

async function ask({ ids }: RecentQuery, signal: AbortSignal) {
  const answer = await fetch(`/recently-viewed?ids=${ids}`, { signal })
  if (!answer.ok) throw new Error(`Recently viewed answered ${answer.status}`)
  return (await answer.json()) as CardProduct[]
}

/**
 * What was looked at on this device before `here`, as it is now; asked for when `place` comes near, and once more when
 * something was done on the page (a heart). `here` is written down.
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
    // An extra: when it does not come, nobody misses it.
    ask(asked, abort.signal).then(setCards, () => {})
    return () => abort.abort()
  }, [isNear, asked])

  const requested = ids.split(',')
  return { place, products: cards.filter(({ id }) => requested.includes(id)) }
}
