import { useEffect, useRef } from 'react'
import { data, Form, useNavigation } from 'react-router'
import { trackOrder } from '../../../modules/orders/track-order.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { formatRefusal, statusOf } from '../../../rules/messages/refusals.ts'
import { Button } from '../../../ui/kit/button.tsx'
import { TextField } from '../../../ui/kit/field.tsx'
import { NoticeBox } from '../../../ui/shop/accounts/auth-card.tsx'
import { TrackedSteps } from '../../../ui/shop/orders/tracked-steps.tsx'
import { ReadingPage } from '../../../ui/shop/reading-page.tsx'
import { requestContext, shopContext } from '../../../web/context.ts'
import { readForm, readText } from '../../../web/forms/read-form.ts'
import { pageMeta } from '../../../web/page-meta.ts'
import type { Route } from './+types/track-order'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageMeta({
    title: 'Track Your Order',
    description: 'See where your order is with its number and your email address.',
    url: loaderData?.url ?? '',
  })

export const loader = ({ context }: Route.LoaderArgs) => ({
  url: `${context.get(shopContext).config.baseUrl}/track-order`,
})

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const values = {
    orderNumber: readText(form, 'order_number', 60),
    email: readText(form, 'email', 254),
  }
  const { ip } = context.get(requestContext)
  const found = await trackOrder(context.get(shopContext), { ...values, ip })
  if (found.ok) return { values, order: found.order, refusal: null }
  const refusal: Message = formatRefusal(found)
  return data({ values, order: null, refusal }, { status: statusOf(found.reason) })
}

export default function TrackOrder({ actionData }: Route.ComponentProps) {
  const isAsking = useNavigation().formAction === '/track-order'
  const values = actionData?.values
  const answer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (actionData) answer.current?.focus()
  }, [actionData])
  return (
    <ReadingPage
      title="Track Your Order"
      intro="The order number is in the email that we sent you when you paid, and on My Orders."
    >
      <div className="grid items-start gap-x-12 gap-y-6 pt-6 md:grid-cols-2">
        {/* Before the form: on a phone nobody would look below its button. */}
        {actionData ? (
          <div ref={answer} tabIndex={-1} className="scroll-mt-28 md:order-last md:scroll-mt-40">
            {actionData.refusal ? (
              <NoticeBox notice={{ tone: 'bad', ...actionData.refusal }} />
            ) : null}
            {actionData.order ? <TrackedSteps order={actionData.order} /> : null}
          </div>
        ) : null}
        <Form method="post" className="grid gap-5" preventScrollReset>
          <TextField
            label="Order Number"
            name="order_number"
            required
            maxLength={60}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            placeholder="FSC-2026-000123"
            defaultValue={values?.orderNumber}
          />
          <TextField
            label="Email"
            name="email"
            type="email"
            required
            maxLength={254}
            autoComplete="email"
            defaultValue={values?.email}
          />
          <Button tone="clay" size="lg" aria-busy={isAsking}>
            Track Order
          </Button>
        </Form>
      </div>
    </ReadingPage>
  )
}
