import { data, type RouterContextProvider } from 'react-router'
import {
  beginSecondStep,
  confirmSecondStep,
  endSecondStep,
  renewRecoveryCodes,
} from '../../../modules/accounts/second-step.ts'
import { formatRefusal, type Reasoned, statusOf } from '../../../rules/messages/refusals.ts'
import { shopContext, type Visitor } from '../../../web/context.ts'
import { readText } from '../../../web/forms/read-form.ts'
import { requireProof } from '../../../web/step-up.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'

type Args = { request: Request; context: Readonly<RouterContextProvider> }

const NO_STORE = { 'Cache-Control': 'private, no-store' }
const refuse = (refusal: Reasoned) =>
  data(
    { codes: null, refusal: formatRefusal(refusal) },
    { status: statusOf(refusal.reason), headers: NO_STORE },
  )
const show = (codes: string[]) => data({ codes, refusal: null }, { headers: NO_STORE })

/** What a person does with their own second step: each act but the first code asks who they are. */
export async function actOnSecondStep(args: Args, visitor: Visitor, form: FormData) {
  const shop = args.context.get(shopContext)
  const self = { ...visitor, role: visitor.heldRole }
  const { search } = new URL(args.request.url)
  const say = (toast: Toast) => redirectWith(args.context, `/account${search}`, toast)
  switch (readText(form, 'intent')) {
    case 'begin-second-step':
      await requireProof(args, form)
      await beginSecondStep(shop, self)
      return null
    case 'confirm-second-step': {
      const done = await confirmSecondStep(shop, self, readText(form, 'code', 40))
      return done.ok ? show(done.codes) : refuse(done)
    }
    case 'new-recovery-codes': {
      await requireProof(args, form)
      const done = await renewRecoveryCodes(shop, self)
      return done.ok ? show(done.codes) : say(badToast(done))
    }
    case 'end-second-step': {
      await requireProof(args, form)
      const done = await endSecondStep(shop, self)
      return say(done.ok ? goodToast('second-step-off') : badToast(done))
    }
    default:
      return say(badToast('bad-form'))
  }
}
