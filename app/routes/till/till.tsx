import { unlisted } from '../../ui/kit/meta.ts'
import { Till } from '../../ui/till/till.tsx'
import { TillShell } from '../../ui/till/till-shell.tsx'
import { guardTill } from '../../web/staff-guards.ts'
import type { Route } from './+types/till'
import { TillError } from './till-error.tsx'
import '../../ui/admin/staff.css'
import '../../ui/till/till.css'

// No loader on the server: the device stores the document and starts it without a network, so it contains no personal
// data. A person who may not use the till never gets it.
export const middleware: Route.MiddlewareFunction[] = guardTill

export const meta = () => unlisted('Point of Sale')

export const links: Route.LinksFunction = () => [
  { rel: 'manifest', href: '/admin/pos/app.webmanifest' },
]

/** Without a loader an in-app navigation would pass no guard, so the till is only entered by its document. */
export async function clientLoader() {
  if (document.querySelector('.till')) return null
  location.assign('/admin/pos')
  // The document is being left: it must not render the till meanwhile.
  return new Promise<null>(() => {})
}
clientLoader.hydrate = true as const

export const HydrateFallback = () => <TillShell>Opening the till…</TillShell>

export default Till

export const ErrorBoundary = () => (
  <TillError text="Sales that were paid are kept. Please reload the page." />
)
