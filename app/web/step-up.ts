import { data } from 'react-router'
import { proveIdentity } from '../modules/accounts/prove-identity.ts'
import { LONGEST_PASSKEY_ANSWER, PASSKEY_PROOF } from '../rules/accounts/passkeys.ts'
import { PROOF, type SuspendedForm } from '../rules/accounts/step-up.ts'
import { formatRefusal } from '../rules/messages/refusals.ts'
import { statusOf } from '../rules/messages/statuses.ts'
import { deviceOf, type RequestArgs, shopContext } from './context.ts'
import { readExact, readText } from './forms/read-form.ts'
import { requireCustomer } from './guards.ts'
import { NO_STORE } from './no-store.ts'

/**
 * Guards an act with which a thief could do great harm: a person who has not proven their identity within some minutes
 * is asked for their password, a code or a passkey, and the form is sent again with it. The answer holds the form, and
 * the layout's error boundary shows it (ui/kit/step-up.tsx), with scripts or without.
 */
export async function requireProof(args: RequestArgs, form: FormData): Promise<void> {
  const visitor = await requireCustomer(args)
  if (visitor.isJustProven) return
  const shop = args.context.get(shopContext)
  const proof = {
    typed: readExact(form, PROOF),
    passkey: readText(form, PASSKEY_PROOF, LONGEST_PASSKEY_ANSWER),
  }
  const isProven = proof.typed || proof.passkey
  const proven = isProven ? await proveIdentity(shop, visitor, proof, deviceOf(args)) : null
  if (proven?.ok) return
  const passkey = await shop.auth.passkeys.ask(`session ${visitor.sessionId}`, visitor.userId)
  throw holdForm(args.request, form, { passkey, refusal: proven ? formatRefusal(proven) : null })
}

/** Builds the thrown answer with the form, so that it can be sent again with a proof. */
function holdForm(
  request: Request,
  form: FormData,
  asked: Pick<SuspendedForm, 'refusal' | 'passkey'>,
) {
  const { pathname, searchParams } = new URL(request.url)
  searchParams.delete('_routes')
  const path = pathname.replace(/\.data$/, '')
  const suspended: SuspendedForm = {
    action: searchParams.size > 0 ? `${path}?${searchParams}` : path,
    fields: [...form].flatMap(([name, value]): [string, string][] =>
      name === PROOF || name === PASSKEY_PROOF || typeof value !== 'string' ? [] : [[name, value]],
    ),
    ...asked,
  }
  return data(
    { held: suspended },
    {
      status: statusOf('proof-wrong'),
      headers: NO_STORE,
    },
  )
}
