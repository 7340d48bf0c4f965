import { isRouteErrorResponse, Outlet } from 'react-router'
import { settings } from '../../rules/settings/settings.ts'
import { Denied, ShutDoor } from '../../ui/admin/denied.tsx'
import '../../ui/admin/staff.css'
import { requireAdmin } from '../../web/guards.ts'
import { guardBackOffice } from '../../web/staff-guards.ts'
import type { Route } from './+types/paper-layout'

export const middleware: Route.MiddlewareFunction[] = guardBackOffice

/** Each paper has a title of its own; this one is for pages without a paper. */
export const meta = ({ error }: Route.MetaArgs) => [
  {
    title: `${isRouteErrorResponse(error) && error.status === 404 ? 'Page not found' : 'Back office'} | ${settings().name}`,
  },
  { name: 'robots', content: 'noindex' },
]

/** Without a loader an in-app navigation would pass no guard (docs/architecture.md, Guards). */
export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args)
  return null
}

export default function PaperLayout() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 403) return <Denied />
  const isNotFound = isRouteErrorResponse(error) && error.status === 404
  return (
    <ShutDoor
      title={isNotFound ? 'Oops! Page not found' : 'Something went wrong on our side'}
      text={isNotFound ? 'Nothing is at this address.' : 'Please reload the page in a minute.'}
    />
  )
}
