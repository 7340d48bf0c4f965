import type { ComponentProps } from 'react'
import { Link as RouterLink } from 'react-router'
import { isPlain } from '../../rules/plain.ts'

type Props = ComponentProps<typeof RouterLink>

/**
 * The router's link without `data-discover`: the browser gets the whole route table with the first page
 * (react-router.config.ts), so nothing reads this attribute of each link.
 */
const UnmarkedLink = (props: Props) => <RouterLink discover="none" {...props} />

/**
 * Renders what the router's link renders for an address of the shop, without the router: a fragment (fragment.ts) is
 * rendered outside of it.
 *
 * Relies on what `Link` of react-router 8.4 renders for such an address.
 * Checked by: link.test.tsx compares both. Off with the fragments: `RENDER_PLAIN=fragments`.
 */
function FragmentLink(props: Props) {
  const { to, replace: _r, state: _s, preventScrollReset: _p, ...others } = props
  const { reloadDocument: _d, children, ...rest } = others
  if (typeof to !== 'string' || !/^\/(?!\/)/.test(to)) return <UnmarkedLink {...props} />
  return (
    <a {...rest} href={to}>
      {children}
    </a>
  )
}

export const Link = (
  import.meta.env.SSR && !isPlain('fragments') ? FragmentLink : UnmarkedLink
) as typeof RouterLink
