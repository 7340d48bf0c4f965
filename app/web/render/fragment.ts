import { createElement, type ReactElement, type ReactNode } from 'react'
import { snapshot } from '../../rules/settings/settings.ts'

/*
 * Fragments: parts that follow from their properties alone, whose HTML the server keeps under them
 * (fragment-cache.server.ts). Twenty product cards are half of the rendering of a page, and the same again and again.
 *
 * Relies on React (19.3) leaving alone, when it hydrates, what stands in `dangerouslySetInnerHTML`; a link within a
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

/** The server's own way to draw, and where it keeps what it drew; without them nothing is rendered beforehand. */
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
  // What the shop is called and promises may stand in any part.
  const key = `${snapshot().revision} ${parts.indexOf(part)} ${props}`
  const known = cache?.get(key)
  if (known !== undefined) return { __html: known }
  if (!draw) return undefined
  const html = draw(rendered)
  cache?.set(key, html)
  return { __html: html }
}

/**
 * An element around a part that follows from its properties and the shop's settings and nothing else (no hook of the
 * router, no id of React's): the server draws the part once for each set of them, the browser finds what it would
 * have rendered itself. What a stranger writes (an address, a search) is no property for it: each would be cached.
 * A picture that asks for itself by a hint of React's does not belong here (ours are
 * within a `picture`, which has none).
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
