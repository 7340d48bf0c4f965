import { createElement, type ReactElement, type ReactNode } from 'react'
import { snapshot } from '../../rules/settings/settings.ts'

/*
 * Fragments: parts that depend only on their properties, whose HTML the server caches by these properties
 * (fragment-cache.server.ts). Twenty product cards are half of the rendering of a page, and always the same.
 *
 * Relies on React (19.3) leaving the content of `dangerouslySetInnerHTML` alone when it hydrates; a link within a
 * fragment has no router around it (link.tsx).
 * Checked by: fragment.test.ts, category-nav.test.tsx, and the browser tests, which fail on a warning of React's.
 * Gains 50 % of a rendered category page (docs/decisions/0028-techniques-for-speed.md). Off: `RENDER_PLAIN=fragments`.
 */
type FragmentCache = {
  get(key: string): string | undefined
  set(key: string, html: string): unknown
}

let draw: ((part: ReactElement) => string) | undefined
let cache: FragmentCache | undefined
const parts: object[] = []

/** Sets how the server renders a part and where it caches the HTML; without them parts are rendered with the page. */
export function fragmentWith(way: (part: ReactElement) => string, keep: FragmentCache) {
  draw = way
  cache = keep
}

/** The HTML of a part, rendered once for each set of properties. */
function renderOnce(
  part: object,
  props: string,
  rendered: ReactElement,
): { __html: string } | undefined {
  if (!parts.includes(part)) parts.push(part)
  // The revision is part of the key, because any part may show the shop's name or settings.
  const key = `${snapshot().revision} ${parts.indexOf(part)} ${props}`
  const known = cache?.get(key)
  if (known !== undefined) return { __html: known }
  if (!draw) return undefined
  const html = draw(rendered)
  cache?.set(key, html)
  return { __html: html }
}

/**
 * An element around a part that depends only on its properties and the shop's settings (no hook of the router, no id of
 * React's). The server renders the part once for each set of properties; the browser finds the HTML that it would have
 * rendered itself. Text from a request (an address, a search) must be no property, because each value would be cached.
 * Nor does a picture belong here for which React renders a preload hint (ours are within a `picture`, which has none).
 */
export function Fragment<P extends object>({
  as,
  className,
  part,
  props,
}: {
  as: 'li' | 'ul' | 'div'
  className?: string
  part: (props: P) => ReactNode
  props: P
}) {
  const inner = createElement(part, props)
  const html = import.meta.env.SSR ? renderOnce(part, JSON.stringify(props), inner) : undefined
  return html
    ? createElement(as, { className, dangerouslySetInnerHTML: html })
    : createElement(as, { className }, inner)
}
