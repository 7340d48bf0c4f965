import type { ReactNode } from 'react'

/**
 * What a list is called, how many it holds, and beside both how it is shown: what stands below them is one row.
 * `children` stand between them, on a phone below.
 */
export const ListHead = ({
  title,
  count,
  views,
  children,
}: {
  title: ReactNode
  /** `12 products`, nothing where they could not be read. */
  count: string | null
  views: ReactNode
  children?: ReactNode
}) => (
  <div className="mt-2 flex items-end justify-between gap-x-3 max-md:flex-wrap md:gap-x-8">
    <div className="min-w-0 max-md:flex-1">
      <h1 className="text-4xl break-words max-md:text-[length:min(2.25rem,10vw)] md:text-5xl">
        {title}
      </h1>
      <p className="wrap-anywhere text-quiet max-md:text-sm" aria-live="polite">
        {count}
      </p>
    </div>
    {children ? (
      <div className="min-w-0 max-md:order-last max-md:basis-full md:flex-1">{children}</div>
    ) : null}
    {views}
  </div>
)

/** `12 products`, `1 product for “silk”`. */
export const countProducts = (total: number, search = '') =>
  `${total} ${total === 1 ? 'product' : 'products'}${search ? ` for “${search}”` : ''}`
