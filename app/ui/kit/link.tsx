import type { ComponentProps } from 'react'
import { Link as RouterLink } from 'react-router'
import { isPlain } from '../../rules/plain.ts'

type Props = ComponentProps<typeof RouterLink>

/**
 * What the router's link draws for an address of ours. A page has sixty of them, and the router's own take
 * a sixteenth of its making: they resolve addresses and prepare presses that no server sees.
 */
function FragmentLink(props: Props) {
  const { to, replace: _r, state: _s, preventScrollReset: _p, ...others } = props
  const { reloadDocument: _d, children, ...rest } = others
  if (typeof to !== 'string' || !/^\/(?!\/)/.test(to)) return <RouterLink {...props} />
  return (
    <a {...rest} href={to} data-discover="true">
      {children}
    </a>
  )
}

/** A link within the shop. */
export const Link: typeof RouterLink =
  import.meta.env.SSR && !isPlain('fragments') ? (FragmentLink as typeof RouterLink) : RouterLink
