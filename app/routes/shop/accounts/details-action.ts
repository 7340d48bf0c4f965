import { data } from 'react-router'
import {
  removeAddress,
  saveAddress,
  setDefaultAddress,
} from '../../../modules/accounts/addresses.ts'
import { switchReviewEmails } from '../../../modules/accounts/review-emails.ts'
import { saveDetails } from '../../../modules/accounts/save-details.ts'
import { leaveAsOwner } from '../../../modules/newsletter/own-subscription.ts'
import { joinNewsletter } from '../../../modules/newsletter/subscribe.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { type AddressErrors, checkAddress, LONGEST } from '../../../rules/checkout/checkout.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { formatRefusal, type Reason, type Reasoned } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import type { PostalAddress } from '../../../rules/orders/orders.ts'
import { requestContext, shopContext, type Visitor } from '../../../web/context.ts'
import { chooseAct, readExact, readId, readText } from '../../../web/forms/read-form.ts'
import { NO_STORE } from '../../../web/no-store.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import type { Route } from './+types/account'
import { askAuth, refusedBecause } from './ask-auth.ts'

/** A form that is rendered again with its refusal: the typed values, but never a password. */
export type AgainForm = {
  details?: { name: string; phone: string; refusal: Message }
  address?: { values: PostalAddress; errors: AddressErrors }
  password?: { refusal: Message }
}

const again = (form: AgainForm, refused: Reason | Reasoned) =>
  data({ form }, { status: statusOf(refused), headers: NO_STORE })

async function changePassword(args: Route.ActionArgs, form: FormData) {
  const answer = await askAuth(args.request, args.context, 'change-password', {
    currentPassword: readExact(form, 'current'),
    newPassword: readExact(form, 'password'),
  })
  if (!answer.ok) {
    const message = answer.reason === 'refused' ? refusedBecause(answer) : undefined
    const refusal: Reasoned =
      answer.reason === 'refused'
        ? { reason: 'password-kept', ...(message ? { message } : {}) }
        : answer
    return again({ password: { refusal: formatRefusal(refusal) } }, refusal)
  }
  const headers = new Headers()
  for (const cookie of answer.cookies) headers.append('Set-Cookie', cookie)
  return redirectWith(args.context, '/account', goodToast('password-changed-here'), headers)
}

type Act = {
  args: Route.ActionArgs
  shop: Shop
  visitor: Visitor
  form: FormData
  /** Leads back to the account, or to a part of its page. */
  respond: (toast: Toast, part?: string) => Promise<Response>
}

async function keepDetails({ args, shop, visitor, form, respond }: Act) {
  const typed = { name: readText(form, 'name', 400), phone: readText(form, 'phone', 60) }
  const { ip } = args.context.get(requestContext)
  const saved = await saveDetails(shop.db, { userId: visitor.userId, ip }, typed)
  if (saved.ok) return respond(goodToast('details-saved'))
  return again({ details: { ...typed, refusal: formatRefusal(saved) } }, saved)
}

async function keepAddress({ shop, visitor, form, respond }: Act) {
  const fields = ['firstName', 'lastName', 'phone', 'address', 'city', 'district'] as const
  const values = {} as PostalAddress
  for (const field of fields) values[field] = readText(form, field, LONGEST[field] + 1)
  const checked = checkAddress(values)
  if (!checked.ok) return again({ address: { values, errors: checked.errors } }, 'address-fields')
  const saved = await saveAddress(shop.db, visitor.userId, checked.address)
  return respond(saved.ok ? goodToast('address-saved') : badToast(saved), 'addresses')
}

async function useAsDefault({ shop, visitor, form, respond }: Act) {
  const address = readId(readText(form, 'address-id'))
  const done = address
    ? await setDefaultAddress(shop.db, visitor.userId, address)
    : ({ ok: false, reason: 'address-gone' } as const)
  return respond(done.ok ? goodToast('address-default') : badToast(done), 'addresses')
}

async function dropAddress({ shop, visitor, form, respond }: Act) {
  const address = readId(readText(form, 'address-id'))
  // If the address does not exist, this same form (whose answer was lost) or another page has removed it: the request
  // is fulfilled.
  if (address) await removeAddress(shop.db, visitor.userId, address)
  return respond(goodToast('address-removed'), 'addresses')
}

async function join({ args, shop, visitor, respond }: Act) {
  const { ip } = args.context.get(requestContext)
  const joined = await joinNewsletter(shop, { email: visitor.email, ip })
  return respond(joined.ok ? goodToast('newsletter-joined') : badToast(joined), 'newsletter-choice')
}

async function leave({ shop, visitor, respond }: Act) {
  await leaveAsOwner(shop, visitor.email)
  return respond(goodToast('newsletter-left'), 'newsletter-choice')
}

const setReviewEmails =
  (takes: boolean) =>
  async ({ shop, visitor, respond }: Act) => {
    await switchReviewEmails(shop.db, visitor.userId, takes)
    return respond(
      goodToast(takes ? 'review-emails-taken' : 'review-emails-ended'),
      'review-emails',
    )
  }

const ACTS = {
  'save-details': keepDetails,
  'change-password': ({ args, form }: Act) => changePassword(args, form),
  'save-address': keepAddress,
  'default-address': useAsDefault,
  'remove-address': dropAddress,
  'join-newsletter': join,
  'leave-newsletter': leave,
  'take-review-emails': setReviewEmails(true),
  'end-review-emails': setReviewEmails(false),
}

/**
 * The acts by which people change their own data: name and number, addresses, the password, the newsletter, review
 * emails. Null when the form has another intent.
 */
export async function actOnDetails(args: Route.ActionArgs, visitor: Visitor, form: FormData) {
  const respond = (toast: Toast, part = '') =>
    redirectWith(args.context, part ? `/account#${part}` : '/account', toast)
  const chosen = chooseAct(ACTS, form)
  const shop = args.context.get(shopContext)
  return chosen ? chosen({ args, shop, visitor, form, respond }) : null
}
