import { useEffect, useRef } from 'react'
import { Link } from '../../kit/link.tsx'
import { useListAddress } from './use-list-address.ts'

/** Room for the focus ring, in pixels: `p-1`. */
const RING = 4

/**
 * Tabs that narrow a list to one kind of its rows; the choice is in the address. On a phone they are one row, which
 * scrolls sideways and shows the chosen one.
 */
export function ChoiceTabs<V extends string>({
  label,
  name,
  now,
  choices,
}: {
  label: string
  /** The name of the address's parameter. */
  name: string
  now: V | null
  /** null: without the parameter. */
  choices: readonly (readonly [value: V | null, words: string])[]
}) {
  const address = useListAddress()
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const tab = row.current?.querySelector(`[data-tab="${now ?? ''}"]`)
    if (!row.current || !tab) return
    const [box, own] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()]
    // Not `scrollIntoView`, which would also scroll the page.
    const past = Math.max(0, own.right + RING - box.right)
    row.current.scrollLeft += past + Math.min(0, own.left - RING - box.left)
  }, [now])
  return (
    <nav
      ref={row}
      aria-label={label}
      className="swipe-row -mx-1 -mt-1 mb-2 gap-2 p-1 [scrollbar-width:none] md:flex-wrap"
    >
      {choices.map(([value, words]) => (
        <Link
          key={value}
          data-tab={value ?? ''}
          to={address({ [name]: value, after: null })}
          aria-current={now === value ? 'true' : undefined}
          preventScrollReset
          className="inline-flex min-h-11 shrink-0 items-center rounded-full border border-edge bg-sheet px-3 text-sm font-semibold whitespace-nowrap tabular-nums md:px-4 md:text-base hover:bg-sand aria-[current]:border-lake aria-[current]:bg-lake aria-[current]:text-white"
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}
