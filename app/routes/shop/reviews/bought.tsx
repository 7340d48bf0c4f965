import { data } from 'react-router'
import { withThumbnails } from '../../../modules/catalogue/find-thumbnails.ts'
import { findReceipt } from '../../../modules/reviews/find-receipt.ts'
import { listReviewable } from '../../../modules/reviews/own-review.ts'
import { formatRefusal } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { ButtonLink } from '../../../ui/kit/button.tsx'
import { unlisted } from '../../../ui/kit/meta.ts'
import { ReadingPage } from '../../../ui/shop/reading-page.tsx'
import { ReceiptForm } from '../../../ui/shop/reviews/receipt-form.tsx'
import { ReviewableList } from '../../../ui/shop/reviews/reviewable-list.tsx'
import { requestContext, shopContext } from '../../../web/context.ts'
import { readForm, readText } from '../../../web/forms/read-form.ts'
import { NO_STORE } from '../../../web/no-store.ts'
import { readPart } from '../../../web/read-part.ts'
import { goodToast, redirectWith } from '../../../web/toasts.ts'
import type { Route } from './+types/bought'
import { findBuyer, noteReceipt } from './buyer.ts'

export const meta = () => unlisted('Write a review')
export const headers: Route.HeadersFunction = () => NO_STORE

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { visitor, buyer } = await findBuyer(args)
  const bought = await readPart(shop, 'what was bought', async () =>
    withThumbnails(shop, await listReviewable(shop, buyer)),
  )
  return data(
    { bought, isSignedIn: visitor !== null, hasReceipt: buyer.saleId !== null },
    { headers: NO_STORE },
  )
}

/** Checks the code of a receipt: whoever knows it may use that receipt for the next hour. */
export async function action({ request, context }: Route.ActionArgs) {
  const code = readText(await readForm(request), 'code', 40)
  const { ip } = context.get(requestContext)
  const found = await findReceipt(context.get(shopContext), { code, ip })
  if (found.ok)
    return redirectWith(context, '/reviews/new', goodToast('receipt-code-found'), {
      'Set-Cookie': await noteReceipt(context, found.saleId),
    })
  return data({ code, refusal: formatRefusal(found) }, { status: statusOf(found.reason) })
}

export default function Bought({ loaderData, actionData }: Route.ComponentProps) {
  const { bought, isSignedIn, hasReceipt } = loaderData
  return (
    <ReadingPage
      title="Write a review"
      intro="Reviews here are by people who have bought what they write about. Others choose better with yours."
    >
      <div className="grid items-start gap-x-12 gap-y-8 pt-6 md:grid-cols-2">
        <section aria-labelledby="bought-title" className="min-w-0">
          <h2 id="bought-title" className="mt-0!">
            What you have bought
          </h2>
          {bought === null ? <p>Error loading what you have bought.</p> : null}
          {bought && bought.length > 0 ? <ReviewableList bought={bought} /> : null}
          {bought?.length === 0 ? (
            <p>
              {isSignedIn || hasReceipt
                ? 'Nothing to review yet. What you order is here once it is on its way.'
                : 'Sign in to review what you have ordered, or type the code of your receipt.'}
            </p>
          ) : null}
          {isSignedIn ? null : (
            <p className="mt-4!">
              <ButtonLink to="/auth?then=%2Freviews%2Fnew">Sign in</ButtonLink>
            </p>
          )}
        </section>
        <ReceiptForm code={actionData?.code} refusal={actionData?.refusal ?? null} />
      </div>
    </ReadingPage>
  )
}
