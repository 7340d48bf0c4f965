import { data } from 'react-router'
import { settings } from '../../rules/settings/settings.ts'
import { NotFound } from '../../ui/shop/not-found.tsx'
import { headersForEveryVisitor } from '../../web/page-headers.ts'

const answer = () => data(null, { status: 404 })

export const loader = answer
/** A form sent to an unknown path is not found either. */
export const action = answer

export const headers = headersForEveryVisitor
export const meta = () => [
  { title: `Page not found | ${settings().name}` },
  { name: 'robots', content: 'noindex' },
]

export default NotFound
