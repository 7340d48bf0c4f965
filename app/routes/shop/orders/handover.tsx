import { data, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { openRiderLink, releaseByRider } from '../../../modules/orders/parcels/rider-link.ts'
import { formatRefusal } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { unlisted } from '../../../ui/kit/meta.ts'
import { Toaster } from '../../../ui/kit/toaster.tsx'
import { CallShop, Handover } from '../../../ui/shop/orders/handover.tsx'
import { requestContext, shopContext } from '../../../web/context.ts'
import { readForm, readRequest, readText } from '../../../web/forms/read-form.ts'
import { ORDER_HEADERS } from '../../../web/no-store.ts'
import type { Route } from './+types/handover'
import { LONGEST_KEY } from './read-order.ts'

// For the rider who brings a parcel, without an account: outside of the shop's layout, and showing only what its link
// allows.

export const meta: Route.MetaFunction = ({ params }) => unlisted(`Parcel ${params.orderNumber}`)
export const headers: Route.HeadersFunction = () => ORDER_HEADERS

function readBearer({ request, params, context }: Route.LoaderArgs | Route.ActionArgs) {
  const key = new URL(request.url).searchParams.get('key')?.slice(0, LONGEST_KEY) ?? ''
  const path = `/handover/${encodeURIComponent(params.orderNumber)}?${new URLSearchParams({ key })}`
  const { ip } = context.get(requestContext)
  return { bearer: { number: params.orderNumber, key, ip }, path }
}

export async function loader(args: Route.LoaderArgs) {
  const { bearer, path } = readBearer(args)
  const opened = await openRiderLink(args.context.get(shopContext), bearer)
  if (opened.ok)
    return data({ path, parcel: opened.parcel, refusal: null }, { headers: ORDER_HEADERS })
  const refusal = formatRefusal(opened)
  const status = statusOf(opened.reason)
  return data({ path, parcel: null, refusal }, { status, headers: ORDER_HEADERS })
}

/** Refusals that are shown beside the field; the page itself shows all others: handed over, or ended. */
const SHOWN_HERE = ['release-code-bad', 'release-code-wrong', 'rider-not-sent']

/**
 * Reloads after a refusal as well, because a wrong code costs a try, and the next press needs a new name. Not after
 * 503, when no answer came and the page stays: that reload would be lost as well, and would remove the message.
 */
export const shouldRevalidate = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  (actionStatus !== undefined && actionStatus !== 503) || defaultShouldRevalidate

export async function action(args: Route.ActionArgs) {
  const { bearer, path } = readBearer(args)
  const form = await readForm(args.request)
  const typed = { code: readText(form, 'code', 20), request: readRequest(form) }
  const done = await releaseByRider(args.context.get(shopContext), { ...bearer, ...typed })
  if (done.ok || !SHOWN_HERE.includes(done.reason)) return redirect(path)
  return data(formatRefusal(done), { status: statusOf(done.reason), headers: ORDER_HEADERS })
}

export default function HandoverPage({ loaderData, actionData }: Route.ComponentProps) {
  const { parcel, path, refusal } = loaderData
  const isSending = useNavigation().state !== 'idle'
  return (
    <main className="mx-auto min-h-dvh max-w-md px-4 py-8">
      <div className="fixed inset-x-0 top-0 z-30">
        <Toaster toast={null} />
      </div>
      <p className="mb-6 font-display text-2xl text-clay">{settings().name}</p>
      {parcel ? (
        <Handover parcel={parcel} path={path} refused={actionData ?? null} isSending={isSending} />
      ) : null}
      {refusal ? (
        <>
          <h1 className="text-3xl">{refusal.title}</h1>
          <p className="mt-3">{refusal.description}</p>
        </>
      ) : null}
      <CallShop />
    </main>
  )
}
