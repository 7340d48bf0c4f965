import {
  confirmSubscription,
  joinNewsletter,
  leaveNewsletter,
} from '../../../modules/newsletter/subscribe.ts'
import { NEWSLETTER_TEXT } from '../../../rules/messages/words/newsletter.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { OF_LINK } from '../../../ui/kit/meta.ts'
import { AnswerPage } from '../../../ui/shop/answer-form.tsx'
import { ReadingPage } from '../../../ui/shop/reading-page.tsx'
import { requestContext, shopContext } from '../../../web/context.ts'
import { readLink, readLinkAnswer, tellLinkAnswer } from '../../../web/forms/link-answer.ts'
import { readForm, readValues } from '../../../web/forms/read-form.ts'
import { readReturnPath } from '../../../web/guards.ts'
import { badToast, goodToast, redirectWith } from '../../../web/toasts.ts'
import type { Route } from './+types/screen'

export const meta = () => [{ title: `Newsletter from ${settings().name}` }, ...OF_LINK]

export const loader = ({ request }: Route.LoaderArgs) => readLink(request)

export const headers = () => ({ 'Cache-Control': 'private, no-store' })

export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await readForm(request)
  const said = readLinkAnswer(request, form)
  if (said) {
    const isLeaving = said.answer === 'left'
    const done = isLeaving
      ? await leaveNewsletter(shop, said.token)
      : await confirmSubscription(shop, said.token)
    const toast = goodToast(isLeaving ? 'newsletter-left' : 'newsletter-confirmed')
    return tellLinkAnswer(context, said, done, toast)
  }
  const typed = readValues(form, ['email', 'then'])
  const { ip } = context.get(requestContext)
  const joined = await joinNewsletter(shop, { email: typed.email, ip })
  return redirectWith(
    context,
    readReturnPath(typed.then) ?? '/',
    joined.ok ? goodToast('newsletter-joined') : badToast(joined),
  )
}

const LEAVE = {
  title: 'Leave the list?',
  intro: 'We will not write again, and you can come back.',
  button: 'Yes, leave the list',
}
const confirming = () => ({
  title: 'One tap, and you are on the list',
  intro: `${settings().name} writes when there is something worth wearing, and not otherwise.`,
  button: 'Yes, write to me',
})

export default function Newsletter({ loaderData }: Route.ComponentProps) {
  return (
    <AnswerPage action="/newsletter" link={loaderData} confirm={confirming()} leave={LEAVE}>
      <ReadingPage title={`Newsletter from ${settings().name}`} intro={NEWSLETTER_TEXT.text}>
        <p>Leave your address in the box below, and we send you an email to confirm it.</p>
      </ReadingPage>
    </AnswerPage>
  )
}
