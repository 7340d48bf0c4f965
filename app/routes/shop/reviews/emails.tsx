import { redirect } from 'react-router'
import { endReviewEmails } from '../../../modules/accounts/review-emails.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { OF_LINK } from '../../../ui/kit/meta.ts'
import { AnswerPage } from '../../../ui/shop/answer-form.tsx'
import { shopContext } from '../../../web/context.ts'
import { readLink, readLinkAnswer, respondToLink } from '../../../web/forms/link-answer.ts'
import { readForm } from '../../../web/forms/read-form.ts'
import { NO_STORE } from '../../../web/no-store.ts'
import { goodToast } from '../../../web/toasts.ts'
import type { Route } from './+types/emails'

export const meta = () => [
  { title: `Emails that ask for a review | ${settings().name}` },
  ...OF_LINK,
]
export const headers = () => NO_STORE

export function loader({ request }: Route.LoaderArgs) {
  const { leave } = readLink(request)
  if (leave === null) throw redirect('/reviews/new')
  return { leave }
}

export async function action({ request, context }: Route.ActionArgs) {
  const linkAnswer = readLinkAnswer(request, await readForm(request))
  const ended = await endReviewEmails(context.get(shopContext), linkAnswer?.token ?? '')
  const { isOneClick } = linkAnswer ?? { isOneClick: false }
  return respondToLink(context, { isOneClick }, ended, goodToast('review-emails-ended'))
}

const LEAVE = {
  title: 'Rather not be asked?',
  intro:
    'We ask once for each order what you think of it. You can review what you bought without being asked.',
  button: 'Yes, do not ask me',
}

export default function ReviewEmails({ loaderData }: Route.ComponentProps) {
  return <AnswerPage action="/reviews/emails" link={loaderData} leave={LEAVE} />
}
