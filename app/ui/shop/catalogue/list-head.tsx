import type { ReactNode } from 'react'

/** What a list is called, how many it holds, and beside both how it is shown: what stands below them is one row. */
export const ListHead = ({
  title,
  count,
  views,
}: {
  title: ReactNode
  /** `12 products`, nothing where they could not be read. */
  count: string | null
  views: ReactNode
}) => (
  <div className="mt-2 flex items-end justify-between gap-x-3">
    <div className="min-w-0">
      <h1 className="text-4xl break-words max-md:text-[length:min(2.25rem,10vw)] md:text-5xl">
        {title}
      </h1>
      <p className="wrap-anywhere text-quiet max-md:text-sm" aria-live="polite">
        {count}
      </p>
    </div>
    {views}
  </div>
)

/** `12 products`, `1 product for “silk”`. */
export const countProducts = (total: number, search = '') =>
  `${total} ${total === 1 ? 'product' : 'products'}${search ? ` for “${search}”` : ''}`
