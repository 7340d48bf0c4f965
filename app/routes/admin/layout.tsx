import { data, isRouteErrorResponse, Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import { listFiltersOf } from '../../modules/accounts/lists/list-filters.ts'
import { mustShowTest } from '../../platform/config.server.ts'
import { VERSION } from '../../platform/version.server.ts'
import { listAt } from '../../rules/accounts/saved-filters.ts'
import { suspendedFormIn } from '../../rules/accounts/step-up.ts'
import { snapshot } from '../../rules/settings/settings.ts'
import { AdminFrame } from '../../ui/admin/admin-frame.tsx'
import { Denied } from '../../ui/admin/denied.tsx'
import { Empty } from '../../ui/admin/list/empty.tsx'
import { FollowSettings } from '../../ui/kit/browser/follow-settings.ts'
import { ButtonLink } from '../../ui/kit/button.tsx'
import { unlisted } from '../../ui/kit/meta.ts'
import { StepUp } from '../../ui/kit/step-up.tsx'
import { isRefresh } from '../../ui/kit/use-refresh.ts'
import { shopContext } from '../../web/context.ts'
import { requireAdmin } from '../../web/guards.ts'
import { isPrinted } from '../../web/lists/print-list.ts'
import { readPart } from '../../web/read-part.ts'
import { guardBackOffice } from '../../web/staff-guards.ts'
import { takeToast } from '../../web/toasts.ts'
import '../../ui/admin/staff.css'
import type { Route } from './+types/layout'

export const middleware: Route.MiddlewareFunction[] = guardBackOffice

export const meta = () => unlisted('Back office')

/** Without a loader an in-app navigation would make no request and pass no guard (docs/architecture.md, Guards). */
export async function loader(args: Route.LoaderArgs) {
  const { name, role, userId } = await requireAdmin(args)
  const flash = await takeToast(args.request, args.context)
  const shop = args.context.get(shopContext)
  const { config, now } = shop
  const printedAt = isPrinted(args.request) ? now() : null
  // A screen that is opened from another one is requested at `….data`.
  const path = new URL(args.request.url).pathname.replace(/\.data$/, '')
  const list = printedAt ? null : listAt(path)
  const filters = list
    ? await readPart(shop, 'saved filters', () => listFiltersOf(shop.db, userId, list))
    : null
  const around = { isSample: config.sampleShop, isTest: mustShowTest(config), printedAt }
  const { revision } = snapshot()
  const toast = flash?.toast ?? null
  return data(
    { name, role, revision, version: VERSION, ...around, filters: filters ?? [], toast },
    { headers: flash ? { 'Set-Cookie': flash.forget } : {} },
  )
}

/** A list that follows the sales in another tab must not take the toast that belongs to this one. */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) =>
  args.defaultShouldRevalidate && !isRefresh(args)

export default function Layout({
  loaderData: { revision, filters: _, ...around },
}: Route.ComponentProps) {
  return (
    <AdminFrame {...around}>
      <FollowSettings revision={revision} />
      <Outlet />
    </AdminFrame>
  )
}

/** A failed screen: the back office's frame around it stays. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 403) return <Denied />
  const form = suspendedFormIn(error)
  if (form)
    return (
      <AdminFrame name={loaderData?.name ?? ''} toast={null}>
        <h1 className="mb-4 text-3xl">One more step</h1>
        <StepUp form={form} />
      </AdminFrame>
    )
  const isNotFound = isRouteErrorResponse(error) && error.status === 404
  return (
    <AdminFrame name={loaderData?.name ?? ''} toast={null}>
      <h1 className="mb-4 text-3xl">
        {isNotFound ? 'Oops! Page not found' : 'Something went wrong on our side'}
      </h1>
      <Empty
        title={isNotFound ? 'Nothing is at this address' : 'This screen could not be opened'}
        hint={
          isNotFound
            ? 'It was moved or deleted, or the address has a mistake.'
            : 'Nothing is lost. Please reload the page in a minute.'
        }
      >
        <ButtonLink to="/admin">Back to the dashboard</ButtonLink>
      </Empty>
    </AdminFrame>
  )
}
