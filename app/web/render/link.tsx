import type { ComponentProps } from 'react'
import { Link as RouterLink } from 'react-router'
import { isPlain } from '../../rules/plain.ts'

type Props = ComponentProps<typeof RouterLink>

/**
 * What the router's link renders for an address of ours, without the router: a fragment (fragment.ts) is rendered
 * outside of it.
 *
 * Relies on what `Link` of react-router 8.4 renders for such an address.
 * Checked by: link.test.tsx compares both. Off with the fragments: `RENDER_PLAIN=fragments`.
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

export const Link: typeof RouterLink =
  import.meta.env.SSR && !isPlain('fragments') ? (FragmentLink as typeof RouterLink) : RouterLink
