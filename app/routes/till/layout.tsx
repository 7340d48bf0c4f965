import { Outlet } from 'react-router'
import { mustShowTest } from '../../platform/config.server.ts'
import { mayRunShop } from '../../rules/accounts/roles.ts'
import { TEST_PAYMENTS } from '../../rules/messages/payments/words.ts'
import { StaffFrame } from '../../ui/admin/staff-frame.tsx'
import { unlisted } from '../../ui/kit/meta.ts'
import { shopContext } from '../../web/context.ts'
import { requireTill } from '../../web/guards.ts'
import { guardTill } from '../../web/staff-guards.ts'
import type { Route } from './+types/layout'
import { TillError } from './till-error.tsx'

export const middleware: Route.MiddlewareFunction[] = guardTill

export const meta = () => unlisted('Point of Sale')

export async function loader(args: Route.LoaderArgs) {
  const { name, role } = await requireTill(args)
  const isTest = mustShowTest(args.context.get(shopContext).config)
  return { name, isAdmin: mayRunShop(role), isTest }
}

const EXIT = { to: '/', label: 'Exit POS' }

export default function Layout({ loaderData: { name, isAdmin, isTest } }: Route.ComponentProps) {
  return (
    <StaffFrame name={name} links={isAdmin ? [{ to: '/admin', label: 'Admin' }, EXIT] : [EXIT]}>
      {isTest ? (
        <p className="mb-4 rounded-card bg-sun px-4 py-1 text-center font-semibold text-night">
          {TEST_PAYMENTS}
        </p>
      ) : null}
      <Outlet />
    </StaffFrame>
  )
}

export const ErrorBoundary = () => <TillError text="Please reload the page in a minute." />
