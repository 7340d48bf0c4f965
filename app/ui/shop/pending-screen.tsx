import { useEffect, useState } from 'react'
import { Skeleton, SkeletonGrid } from '../kit/skeleton.tsx'

/** What stands in for a screen that is slow to come on an in-app navigation: the shape of it. */
export function PendingScreen({ path }: { path: string }) {
  const cards = path === '/' ? 8 : /^\/(products|category\/|wishlist)/.test(path) ? 12 : 0
  return (
    <div className="mx-auto max-w-7xl space-y-8 px-4 py-8">
      {path === '/' ? <Skeleton className="h-96" /> : null}
      <Skeleton className="h-10 w-64" />
      {cards ? (
        <SkeletonGrid count={cards} />
      ) : (
        <PageShape isProduct={path.startsWith('/product/')} />
      )}
      {path === '/' ? <SkeletonGrid count={cards} /> : null}
    </div>
  )
}

const PageShape = ({ isProduct }: { isProduct: boolean }) => (
  <div className="grid gap-8 md:grid-cols-2">
    <output className="sr-only">Loading...</output>
    <Skeleton className={isProduct ? 'aspect-4/5' : 'h-48'} />
    <Skeleton className="h-48" />
  </div>
)

// A navigation that is quicker than this shows no skeleton: it would only flicker, and stand in the way of the first
// frame after a tap.
const SLOW_MS = 250

/** The path that somebody waits for, once it is slow to come; before that, and while there is none, null. */
export function useSlow(target: string | null) {
  const [slow, setSlow] = useState<string | null>(null)
  useEffect(() => {
    if (!target) return undefined
    const timer = setTimeout(() => setSlow(target), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(null)
    }
  }, [target])
  return target ? slow : null
}
