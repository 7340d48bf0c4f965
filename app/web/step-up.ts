import { data, type RouterContextProvider } from 'react-router'
import { proveIdentity } from '../modules/accounts/prove-identity.ts'
import { type HeldForm, PROOF } from '../rules/accounts/step-up.ts'
import type { Message } from '../rules/messages/message.ts'
import { formatRefusal } from '../rules/messages/refusals.ts'
import { deviceOf, shopContext } from './context.ts'
import { readExact } from './forms/read-form.ts'
import { requireCustomer } from './guards.ts'

type Args = { request: Request; context: Readonly<RouterContextProvider> }

/**
 * Guards an act that does great harm in a thief's hands: who has not proven within some minutes who they are is
 * asked for their password, and the form goes on with it as it was sent. The form is held in the answer, which the
 * layout's error boundary shows (ui/kit/step-up.tsx), with scripts or without.
 */
export async function requireProof(args: Args, form: FormData): Promise<void> {
  const visitor = await requireCustomer(args)
  if (visitor.isJustProven) return
  const proof = readExact(form, PROOF)
  if (proof === '') throw holdForm(args.request, form, null)
  const proven = await proveIdentity(args.context.get(shopContext), visitor, proof, deviceOf(args))
  if (!proven.ok) throw holdForm(args.request, form, formatRefusal(proven))
}

/** 401: it is worth sending again, with a proof. */
function holdForm(request: Request, form: FormData, refusal: Message | null) {
  const { pathname, searchParams } = new URL(request.url)
  searchParams.delete('_routes')
  const path = pathname.replace(/\.data$/, '')
  const held: HeldForm = {
    action: searchParams.size > 0 ? `${path}?${searchParams}` : path,
    fields: [...form].flatMap(([name, value]): [string, string][] =>
      name === PROOF || typeof value !== 'string' ? [] : [[name, value]],
    ),
    refusal,
  }
  return data({ held }, { status: 401, headers: { 'Cache-Control': 'private, no-store' } })
}
