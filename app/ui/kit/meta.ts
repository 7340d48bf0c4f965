import { settings } from '../../rules/settings/settings.ts'

/** The title of a page that search engines must not list. */
export const unlisted = (title: string) => [
  { title: `${title} | ${settings().name}` },
  { name: 'robots', content: 'noindex' },
]

/**
 * Added to the title of a page that an email's link opens: its address must reach no other site and no search engine.
 */
export const OF_LINK = [
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
]
