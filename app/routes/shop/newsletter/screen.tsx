import { data, Form } from 'react-router'
import {
  confirmSubscription,
  joinNewsletter,
  leaveNewsletter,
} from '../../../modules/newsletter/subscribe.ts'
import { NEWSLETTER_TEXT } from '../../../rules/messages/words/newsletter.ts'
import { SHOP } from '../../../shop.ts'
import { Button } from '../../../ui/kit/button.tsx'
import { ReadingPage } from '../../../ui/shop/reading-page.tsx'
import { requestContext, shopContext } from '../../../web/context.ts'
import { readForm, readText, readValues } from '../../../web/forms/read-form.ts'
import { readReturnPath } from '../../../web/guards.ts'
import { badToast, goodToast, redirectWith } from '../../../web/toasts.ts'
import type { Route } from './+types/screen'

export const meta = () => [
  { title: `Newsletter from ${SHOP.name}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
]

// Only shows a button: mail scanners open every link of an email, and must neither join nor leave.
export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const confirm = query.get('confirm')
  const leave = query.get('leave')
  return { confirm, leave: confirm === null ? leave : null }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store' })

export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await readForm(request)
  const { confirm, ...typed } = readValues(form, ['leave', 'confirm', 'email', 'then'])
  const query = new URL(request.url).searchParams
  // A mail program's own button for leaving posts to the link itself (RFC 8058).
  const isOneClick = readText(form, 'List-Unsubscribe') === 'One-Click'
  const leave = typed.leave || (isOneClick ? (query.get('leave') ?? '') : '')
  if (leave || confirm) {
    const done = leave
      ? await leaveNewsletter(shop, leave)
      : await confirmSubscription(shop, confirm)
    // Mail programs do not follow redirects (RFC 8058, 3.2).
    if (isOneClick) return data(null, { status: done.ok ? 200 : 404 })
    const toast = done.ok
      ? goodToast(leave ? 'newsletter-left' : 'newsletter-confirmed')
      : badToast(done)
    return redirectWith(context, '/', toast)
  }
  const { ip } = context.get(requestContext)
  const joined = await joinNewsletter(shop, { email: typed.email, ip })
  return redirectWith(
    context,
    readReturnPath(typed.then) ?? '/',
    joined.ok ? goodToast('newsletter-joined') : badToast(joined),
  )
}

export default function Newsletter({ loaderData: { confirm, leave } }: Route.ComponentProps) {
  if (leave !== null)
    return (
      <ReadingPage title="Leave the list?" intro="We will not write again, and you can come back.">
        <AnswerForm name="leave" token={leave} button="Yes, leave the list" />
      </ReadingPage>
    )
  if (confirm !== null)
    return (
      <ReadingPage
        title="One tap, and you are on the list"
        intro={`${SHOP.name} writes when there is something worth wearing, and not otherwise.`}
      >
        <AnswerForm name="confirm" token={confirm} button="Yes, write to me" />
      </ReadingPage>
    )
  return (
    <ReadingPage title={`Newsletter from ${SHOP.name}`} intro={NEWSLETTER_TEXT.text}>
      <p>Leave your address in the box below, and we send you an email to confirm it.</p>
    </ReadingPage>
  )
}

const AnswerForm = ({ name, token, button }: { name: string; token: string; button: string }) => (
  <Form method="post" action="/newsletter" className="pt-8">
    <input type="hidden" name={name} value={token} />
    <Button tone="clay" size="lg">
      {button}
    </Button>
  </Form>
)
