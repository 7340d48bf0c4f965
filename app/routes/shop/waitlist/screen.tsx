import { answerLink } from '../../../modules/waitlist/answer-link.ts'
import { joinWaitlist } from '../../../modules/waitlist/join-waitlist.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { ButtonLink } from '../../../ui/kit/button.tsx'
import { OF_LINK } from '../../../ui/kit/meta.ts'
import { AnswerPage } from '../../../ui/shop/answer-form.tsx'
import { ReadingPage } from '../../../ui/shop/reading-page.tsx'
import { requestContext } from '../../../web/context.ts'
import { actOnLink, readLink } from '../../../web/forms/link-answer.ts'
import { readValues } from '../../../web/forms/read-form.ts'
import { findVisitor, readReturnPath } from '../../../web/guards.ts'
import { NO_STORE } from '../../../web/no-store.ts'
import { badToast, type Context, goodToast, redirectWith } from '../../../web/toasts.ts'
import type { Route } from './+types/screen'

export const meta = () => [{ title: `Back in stock | ${settings().name}` }, ...OF_LINK]

export const loader = ({ request }: Route.LoaderArgs) => readLink(request)

export const headers = () => NO_STORE

/** The form of a sold-out product, and the answers from its emails. */
export const action = (args: Route.ActionArgs) =>
  actOnLink(args, {
    answer: async (shop, { answer, token }) => ({
      done: await answerLink(shop, token, answer),
      toast: goodToast(answer === 'left' ? 'waitlist-left' : 'waitlist-noted'),
    }),
    join: (shop, form) => join(shop, args.context, form),
  })

async function join(shop: Shop, context: Context, form: FormData) {
  const { variant, then, email, phone } = readValues(form, ['variant', 'then', 'email', 'phone'])
  const visitor = await findVisitor(context)
  const joined = await joinWaitlist(shop, {
    variantId: variant,
    email: visitor?.email ?? email,
    phone,
    userId: visitor?.userId ?? null,
    ip: context.get(requestContext).ip,
  })
  const toast = joined.ok
    ? goodToast(joined.isAsked ? 'waitlist-asked' : 'waitlist-noted')
    : badToast(joined)
  return redirectWith(context, readReturnPath(then) ?? '/products', toast)
}

const LEAVE = {
  title: 'Not interested any more?',
  intro: 'We take your address off the list for this product.',
  button: 'Yes, do not tell me',
}
const CONFIRM = {
  title: 'Shall we tell you when it is back?',
  intro: 'One email when you can buy it again, and nothing else.',
  button: 'Yes, tell me',
}

export default function Waitlist({ loaderData }: Route.ComponentProps) {
  return (
    <AnswerPage action="/waitlist" link={loaderData} confirm={CONFIRM} leave={LEAVE}>
      <ReadingPage
        title="Back in stock"
        intro="Where something is sold out, its page asks whether we should tell you when it is back."
      >
        <ButtonLink to="/products" tone="lake" className="mt-6">
          All products
        </ButtonLink>
      </ReadingPage>
    </AnswerPage>
  )
}
