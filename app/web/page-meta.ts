import { settings } from '../rules/settings/settings.ts'

/** The metadata of a page for search engines and shared links; `url` and `image` are absolute. */
export function pageMeta(page: {
  title: string
  description: string
  url: string
  image?: string | undefined
  /** The next page of the same list. */
  next?: string | undefined
  type?: 'website' | 'product'
}) {
  const title = `${page.title} | ${settings().name}`
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: page.url },
    ...(page.next ? [{ tagName: 'link', rel: 'next', href: page.next }] : []),
    { property: 'og:site_name', content: settings().name },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: page.url },
    ...(page.image ? [{ property: 'og:image', content: page.image }] : []),
  ]
}
