import {
  confirmSubscription,
  joinNewsletter,
  leaveNewsletter,
} from '../../../modules/newsletter/subscribe.ts'
import { NEWSLETTER_TEXT } from '../../../rules/messages/newsletter/words.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { OF_LINK } from '../../../ui/kit/meta.ts'
import { AnswerPage } from '../../../ui/shop/answer-form.tsx'
import { ReadingPage } from '../../../ui/shop/reading-page.tsx'
import { requestContext } from '../../../web/context.ts'
import { actOnLink, readLink } from '../../../web/forms/link-answer.ts'
import { readValues } from '../../../web/forms/read-form.ts'
import { readReturnPath } from '../../../web/guards.ts'
import { NO_STORE } from '../../../web/no-store.ts'
import { badToast, goodToast, redirectWith } from '../../../web/toasts.ts'
import type { Route } from './+types/screen'

export const meta = () => [{ title: `Newsletter from ${settings().name}` }, ...OF_LINK]

export const loader = ({ request }: Route.LoaderArgs) => readLink(request)

export const headers = () => NO_STORE

export const action = (args: Route.ActionArgs) =>
  actOnLink(args, {
    answer: async (shop, { answer, token }) =>
      answer === 'left'
        ? { done: await leaveNewsletter(shop, token), toast: goodToast('newsletter-left') }
        : {
            done: await confirmSubscription(shop, token),
            toast: goodToast('newsletter-confirmed'),
          },
    async join(shop, form) {
      const { email, then } = readValues(form, ['email', 'then'])
      const { ip } = args.context.get(requestContext)
      const joined = await joinNewsletter(shop, { email, ip })
      const toast = joined.ok ? goodToast('newsletter-joined') : badToast(joined)
      return redirectWith(args.context, readReturnPath(then) ?? '/', toast)
    },
  })

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
