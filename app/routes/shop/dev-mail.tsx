import { data } from 'react-router'
import { listOutbox } from '../../platform/mail/mail-outbox.server.ts'
import { settings } from '../../rules/settings/settings.ts'
import { ButtonLink } from '../../ui/kit/button.tsx'
import { Link } from '../../ui/kit/link.tsx'
import { EmailView } from '../../ui/shop/accounts/email-view.tsx'
import { EmptyPlace } from '../../ui/shop/empty-place.tsx'
import { shopContext } from '../../web/context.ts'
import { NO_STORE } from '../../web/no-store.ts'
import type { Route } from './+types/dev-mail'

const MOST = 50
export const meta = () => [
  { title: `Outbox | ${settings().name}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
]
export const headers = () => NO_STORE

/** The emails that a real shop would have sent; their links open accounts, so a real shop has no such page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { config } = context.get(shopContext)
  if (!config.sampleShop) throw data(null, { status: 404 })
  const emails = await listOutbox(config.dataDir, MOST)
  const asked = new URL(request.url).searchParams.get('letter')
  const email = emails.find(({ id }) => id === asked)
  if (asked && !email) throw data(null, { status: 404 })
  return data(
    {
      email: email ?? null,
      list: emails.map(({ id, to, subject, sentAt }) => ({ id, to, subject, sentAt })),
    },
    { headers: NO_STORE },
  )
}

export default function DevMail({ loaderData: { email, list } }: Route.ComponentProps) {
  if (email)
    return (
      <div className="mx-auto max-w-3xl px-4 pt-8">
        <ButtonLink to="/dev/mail">All emails</ButtonLink>
        <EmailView email={email} />
      </div>
    )
  return (
    <div className="mx-auto max-w-3xl px-4 pt-8 md:pt-12">
      <h1 className="text-4xl">Outbox</h1>
      <p className="mt-3 text-quiet">
        In this sample shop emails are not sent: they land here, a second or two after they were
        written.{' '}
        <Link to="/dev/mail" className="text-lake underline underline-offset-4">
          Look again
        </Link>
      </p>
      <div className="mt-6">
        {list.length === 0 ? (
          <EmptyPlace>No emails yet.</EmptyPlace>
        ) : (
          <ol className="overflow-hidden rounded-card bg-sheet">
            {list.map(({ id, to, subject, sentAt }) => (
              <li key={id} className="border-b border-line last:border-0">
                <Link to={`/dev/mail?letter=${id}`} className="block px-5 py-3 hover:bg-sand">
                  <span className="block font-semibold text-lake wrap-anywhere">{subject}</span>
                  <span className="block text-sm text-quiet wrap-anywhere">
                    to {to},{' '}
                    <time dateTime={sentAt}>{sentAt.slice(0, 19).replace('T', ' ')} UTC</time>
                  </span>
                </Link>
              </li>
            ))}
          </ol>
        )}
      </div>
    </div>
  )
}
