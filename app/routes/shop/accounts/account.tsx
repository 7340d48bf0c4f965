import { data, useRouteError } from 'react-router'
import { listAccountEvents } from '../../../modules/accounts/account-log.ts'
import { listAddresses } from '../../../modules/accounts/addresses.ts'
import { listPasskeys } from '../../../modules/accounts/passkeys.ts'
import { readDetails } from '../../../modules/accounts/save-details.ts'
import { readSecondStep } from '../../../modules/accounts/second-step.ts'
import {
  endOtherSessions,
  endOwnSession,
  listSessions,
} from '../../../modules/accounts/sessions.ts'
import { readSubscription } from '../../../modules/newsletter/own-subscription.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { ACCOUNT_EVENTS_DAYS } from '../../../rules/accounts/account-events.ts'
import { suspendedFormIn } from '../../../rules/accounts/step-up.ts'
import { listDelivered } from '../../../rules/checkout/delivery.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { AccountEvents } from '../../../ui/kit/account-events.tsx'
import { Link } from '../../../ui/kit/link.tsx'
import { StepUp } from '../../../ui/kit/step-up.tsx'
import { NewsletterChoice, ReviewEmailsChoice } from '../../../ui/shop/accounts/email-choices.tsx'
import { OwnAddresses } from '../../../ui/shop/accounts/own-addresses.tsx'
import { NewPassword, OwnDetails } from '../../../ui/shop/accounts/own-details.tsx'
import { Passkeys } from '../../../ui/shop/accounts/passkeys.tsx'
import { SecondStep } from '../../../ui/shop/accounts/second-step.tsx'
import { SessionList } from '../../../ui/shop/accounts/session-list.tsx'
import { YourData } from '../../../ui/shop/accounts/your-data.tsx'
import { shopContext, type Visitor } from '../../../web/context.ts'
import { readForm, readId, readText } from '../../../web/forms/read-form.ts'
import { readReturnPath, requireCustomer } from '../../../web/guards.ts'
import { NO_STORE } from '../../../web/no-store.ts'
import { requireProof } from '../../../web/step-up.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import type { Route } from './+types/account'
import { eraseAccount, prepareDownload } from './data-action.ts'
import { actOnDetails } from './details-action.ts'
import { actOnSecondStep } from './second-step-action.ts'

export const meta = () => [
  { title: `Your account | ${settings().name}` },
  { name: 'robots', content: 'noindex' },
]

export const headers: Route.HeadersFunction = () => NO_STORE

export async function loader(args: Route.LoaderArgs) {
  const visitor = await requireCustomer(args)
  const { searchParams } = new URL(args.request.url)
  return data(
    {
      ...(await readOwn(args.context.get(shopContext), visitor)),
      districts: listDelivered(),
      then: readReturnPath(searchParams.get('then')),
      yourData: {
        isJustProven: visitor.isJustProven,
        worksHere: visitor.heldRole !== 'customer',
        isErasing: searchParams.has('erase'),
      },
    },
    { headers: NO_STORE },
  )
}

/** The data of an account about its person. */
async function readOwn(shop: Shop, visitor: Visitor) {
  const { email, name, sessionId, userId, heldRole, lacksSecondStep } = visitor
  const { db } = shop
  const [details, addresses, subscription, sessions, events, passkeys, secondStep] =
    await Promise.all([
      readDetails(db, userId),
      listAddresses(db, userId),
      readSubscription(db, email),
      listSessions(db, userId),
      listAccountEvents(db, userId),
      listPasskeys(db, userId),
      heldRole === 'customer' ? null : readSecondStep(shop, { ...visitor, role: heldRole }),
    ])
  return {
    email,
    name,
    phone: details?.phone ?? '',
    takesReviewEmails: details?.takesReviewEmails ?? true,
    addresses,
    subscription,
    sessionId,
    sessions,
    events,
    passkeys,
    secondStep,
    lacksSecondStep,
  }
}

/**
 * The acts on one's own account: name, number, addresses, password, newsletter and review emails; `end-session`,
 * `end-other-sessions`, `download-data`, `erase-account`, and those of the second step and of passkeys.
 */
export async function action(args: Route.ActionArgs) {
  const visitor = await requireCustomer(args)
  const { db } = args.context.get(shopContext)
  const form = await readForm(args.request)
  const respond = (toast: Toast) => redirectWith(args.context, '/account', toast)
  switch (readText(form, 'intent')) {
    case 'end-session': {
      await requireProof(args, form)
      const id = readId(readText(form, 'session'))
      const isEnded = id !== null && (await endOwnSession(db, visitor, id))
      return respond(isEnded ? goodToast('session-ended') : badToast('session-gone'))
    }
    case 'download-data':
      return prepareDownload(args, form)
    case 'erase-account':
      return eraseAccount(args, visitor, form)
    case 'end-other-sessions':
      await requireProof(args, form)
      await endOtherSessions(db, visitor)
      return respond(goodToast('other-sessions-ended'))
    default:
      return (await actOnDetails(args, visitor, form)) ?? actOnSecondStep(args, visitor, form)
  }
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { email, name, phone, sessions, events, passkeys, secondStep, then } = loaderData
  const form = actionData && 'form' in actionData ? actionData.form : null
  const shown = actionData && 'codes' in actionData ? actionData : null
  return (
    <div className="mx-auto max-w-3xl px-4 pt-8 md:pt-12">
      <h1 className="text-4xl md:text-5xl">Your account</h1>
      <p className="mt-3 wrap-anywhere">
        You are signed in as <strong>{name}</strong> ({email}).
      </p>
      <p className="mt-3 flex flex-wrap gap-x-6">
        {WAYS.map(([to, label]) => (
          <Link
            key={to}
            to={to}
            className="inline-flex min-h-11 items-center font-semibold text-lake underline-offset-4 hover:underline"
          >
            {label}
          </Link>
        ))}
      </p>
      {secondStep ? (
        <SecondStep
          state={secondStep}
          isDemanded={loaderData.lacksSecondStep}
          passkeys={passkeys.length}
          codes={shown?.codes ?? null}
          goOn={then}
          refusal={shown?.refusal ?? null}
        />
      ) : null}
      <OwnDetails
        name={form?.details?.name ?? name}
        phone={form?.details?.phone ?? phone}
        email={email}
        worksHere={loaderData.yourData.worksHere}
        refusal={form?.details?.refusal}
      />
      <OwnAddresses
        addresses={loaderData.addresses}
        districts={loaderData.districts}
        sent={form?.address}
      />
      <NewsletterChoice state={loaderData.subscription} />
      {settings().askForReviewAfterDays === null ? null : (
        <ReviewEmailsChoice isOn={loaderData.takesReviewEmails} />
      )}
      <NewPassword refusal={form?.password?.refusal} />
      <Passkeys
        passkeys={passkeys}
        making={shown?.making ?? null}
        refusal={shown?.passkeyRefusal ?? null}
      />
      <section aria-labelledby="devices" className="mt-10">
        <h2 id="devices" className="text-2xl">
          Where you are signed in
        </h2>
        <p className="mt-1 text-quiet">
          Do you not recognize one of them? Sign it out and choose a new password.
        </p>
        <SessionList sessions={sessions} currentId={loaderData.sessionId} />
      </section>
      <section aria-labelledby="log" className="mt-10">
        <h2 id="log" className="text-2xl">
          Recent activity
        </h2>
        <p className="mt-1 mb-2 text-quiet">Kept for {ACCOUNT_EVENTS_DAYS} days.</p>
        <AccountEvents events={events} />
      </section>
      <YourData {...loaderData.yourData} />
    </div>
  )
}

const WAYS = [
  ['/orders', 'My orders'],
  ['/wishlist', 'Wishlist'],
  ['/track-order', 'Track an order'],
] as const

/** An act here waits until its owner has proven their identity. */
export function ErrorBoundary() {
  const error = useRouteError()
  const form = suspendedFormIn(error)
  if (!form) throw error
  return (
    <div className="mx-auto max-w-3xl px-4 pt-8 md:pt-12">
      <h1 className="mb-4 text-4xl">One more step</h1>
      <StepUp form={form} />
    </div>
  )
}
