import { useState } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { LONGEST_EMAIL } from '../../../rules/accounts/longest.ts'

const FIELD = 'newsletter-email'

export function NewsletterBox() {
  const { pathname, search } = useLocation()
  const isSending = useNavigation().formAction === '/newsletter'
  // What was typed before this script came: with a slow connection it comes late, and renders the field anew.
  const [typed] = useState(() =>
    import.meta.env.SSR ? null : document.querySelector<HTMLInputElement>(`#${FIELD}`)?.value,
  )
  return (
    <div className="cloth-blooms bg-clay-deep">
      <div className="mx-auto grid max-w-7xl items-center gap-x-12 gap-y-5 px-4 py-10 *:min-w-0 *:wrap-anywhere md:grid-cols-2 md:pr-24">
        <div>
          <h2 className="text-3xl">New cloth, before it is gone</h2>
          <p className="mt-2">
            One email when there is something worth wearing. Unsubscribe any time.
          </p>
        </div>
        <Form method="post" action="/newsletter" preventScrollReset>
          <input type="hidden" name="then" value={`${pathname}${search}`} />
          <label htmlFor={FIELD} className="mb-1 block font-semibold">
            Newsletter
          </label>
          <div className="flex flex-wrap gap-2">
            <input
              id={FIELD}
              defaultValue={typed || undefined}
              type="email"
              name="email"
              required
              maxLength={LONGEST_EMAIL}
              autoComplete="email"
              placeholder="name@example.com"
              className="min-h-12 min-w-0 grow-99 basis-52 rounded-card border-2 border-paper bg-paper px-4 text-ink"
            />
            <button
              type="submit"
              aria-busy={isSending}
              className="min-h-12 shrink-0 rounded-card bg-sun px-5 font-semibold whitespace-nowrap text-ink hover:bg-paper aria-busy:opacity-70 grow"
            >
              Subscribe
            </button>
          </div>
        </Form>
      </div>
    </div>
  )
}
