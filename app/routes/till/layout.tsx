import { isRouteErrorResponse, Outlet, useRouteError } from 'react-router'
import { mayRunShop } from '../../rules/roles.ts'
import { wordsFor } from '../../rules/words.ts'
import { SHOP } from '../../shop.ts'
import { ShutDoor } from '../../ui/admin/denied.tsx'
import { StaffFrame } from '../../ui/admin/staff-frame.tsx'
import { requireTill } from '../../web/guards.ts'
import { guardTill } from '../../web/staff-guards.ts'
import type { Route } from './+types/layout'

export const middleware: Route.MiddlewareFunction[] = guardTill

export const meta = () => [
  { title: `Point of Sale | ${SHOP.name}` },
  { name: 'robots', content: 'noindex' },
]

export async function loader(args: Route.LoaderArgs) {
  const { name, role } = await requireTill(args)
  return { name, isAdmin: mayRunShop(role) }
}

const EXIT = { to: '/', label: 'Exit POS' }

export default function Layout({ loaderData: { name, isAdmin } }: Route.ComponentProps) {
  return (
    <StaffFrame name={name} links={isAdmin ? [{ to: '/admin', label: 'Admin' }, EXIT] : [EXIT]}>
      <Outlet />
    </StaffFrame>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const isDenied = isRouteErrorResponse(error) && error.status === 403
  const denied = wordsFor('pos-denied')
  return isDenied ? (
    <ShutDoor title={denied.title} text={denied.description} />
  ) : (
    <ShutDoor title="Something went wrong on our side" text="Please reload the page in a minute." />
  )
}
