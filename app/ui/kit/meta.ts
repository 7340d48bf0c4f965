import { SHOP } from '../../shop.ts'

/** The title of a page that search engines leave out. */
export const unlisted = (title: string) => [
  { title: `${title} | ${SHOP.name}` },
  { name: 'robots', content: 'noindex' },
]
