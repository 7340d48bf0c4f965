import { useEffect, useState } from 'react'
import { Skeleton, SkeletonGrid } from '../kit/skeleton.tsx'

/** A placeholder for a screen that loads slowly on an in-app navigation. */
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

// A faster navigation shows no placeholder, which would only flicker and delay the first frame after a tap.
const SLOW_MS = 250

/** The path that is loading, once it is slow; null before that and while nothing loads. */
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
