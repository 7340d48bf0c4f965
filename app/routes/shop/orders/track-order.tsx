import { useEffect, useRef } from 'react'
import { data, Form, useNavigation } from 'react-router'
import { findOwnOrder } from '../../../modules/orders/list-orders.ts'
import { sendOrderLink, trackOrder } from '../../../modules/orders/track-order.ts'
import { LONGEST_EMAIL } from '../../../rules/accounts/longest.ts'
import { formatNotice } from '../../../rules/messages/notices.ts'
import { formatRefusal, type Refusal } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { Button, ButtonLink } from '../../../ui/kit/button.tsx'
import { TextField } from '../../../ui/kit/field.tsx'
import { NoticeBox } from '../../../ui/shop/accounts/auth-card.tsx'
import { TrackedOrder } from '../../../ui/shop/orders/tracked-order.tsx'
import { ReadingPage } from '../../../ui/shop/reading-page.tsx'
import { requestContext, shopContext } from '../../../web/context.ts'
import { readForm, readText } from '../../../web/forms/read-form.ts'
import { findVisitor } from '../../../web/guards.ts'
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

export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  const form = await readForm(request)
  const values = {
    orderNumber: readText(form, 'order_number', 60),
    email: readText(form, 'email', LONGEST_EMAIL),
  }
  const shop = context.get(shopContext)
  const asked = { ...values, ip: context.get(requestContext).ip }
  const found = await trackOrder(shop, asked)
  if (!found.ok) return refuse(values, found)
  const { order } = found
  const path = (await isOwn(args, order.orderNumber)) ? `/orders/${order.orderNumber}` : null
  if (readText(form, 'intent') !== 'send-link')
    return { values, order, path, refusal: null, sent: null }
  const done = await sendOrderLink(shop, asked)
  return done.ok
    ? { values, order, path, refusal: null, sent: formatNotice('order-link-sent') }
    : refuse(values, done)
}

type Values = { orderNumber: string; email: string }

const refuse = (values: Values, refused: Refusal<'too-many-attempts' | 'order-not-found'>) =>
  data(
    { values, order: null, path: null, refusal: formatRefusal(refused), sent: null },
    { status: statusOf(refused.reason) },
  )

/** Whether the visitor is signed in as the buyer: then no link needs to be sent. */
async function isOwn({ context }: Route.ActionArgs, orderNumber: string) {
  const visitor = await findVisitor(context)
  const { db, now } = context.get(shopContext)
  return (
    visitor !== null && (await findOwnOrder(db, visitor.userId, orderNumber, now())) !== undefined
  )
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
        {/* Before the form, because on a phone nobody would look below its button. */}
        {actionData ? (
          <div ref={answer} tabIndex={-1} className="scroll-mt-28 md:order-last md:scroll-mt-40">
            {actionData.refusal ? (
              <NoticeBox notice={{ tone: 'bad', ...actionData.refusal }} />
            ) : null}
            {actionData.sent ? <NoticeBox notice={{ tone: 'good', ...actionData.sent }} /> : null}
            {actionData.order ? (
              <TrackedOrder order={actionData.order}>
                {actionData.path ? (
                  <ButtonLink to={actionData.path} reloadDocument>
                    See your order
                  </ButtonLink>
                ) : actionData.sent ? null : (
                  <SendLink {...actionData.values} />
                )}
              </TrackedOrder>
            ) : null}
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
            maxLength={LONGEST_EMAIL}
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

/** The contents of an order are on the page behind its link, and that link goes only to the buyer's email. */
const SendLink = ({ orderNumber, email }: Values) => (
  <Form method="post" preventScrollReset>
    <input type="hidden" name="order_number" value={orderNumber} />
    <input type="hidden" name="email" value={email} />
    <p className="text-sm text-quiet">
      What you bought, and what you can do with the order, is on its own page.
    </p>
    <Button name="intent" value="send-link" className="mt-2">
      Email me the link
    </Button>
  </Form>
)
