import { data } from 'react-router'
import { addPasskey, beginPasskey, removePasskey } from '../../../modules/accounts/passkeys.ts'
import {
  beginSecondStep,
  confirmSecondStep,
  endSecondStep,
  renewRecoveryCodes,
} from '../../../modules/accounts/second-step.ts'
import { LONGEST_PASSKEY_ANSWER, PASSKEY } from '../../../rules/accounts/passkeys.ts'
import { deviceWords } from '../../../rules/messages/accounts/devices.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { formatRefusal, type Reasoned } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import type { NewPasskey } from '../../../ui/shop/accounts/passkeys.tsx'
import { deviceOf, shopContext, type Visitor } from '../../../web/context.ts'
import { readId, readText } from '../../../web/forms/read-form.ts'
import { requireProof } from '../../../web/step-up.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import type { Route } from './+types/account'

const NO_STORE = { 'Cache-Control': 'private, no-store' }
type Shown = {
  codes: string[] | null
  making: NewPasskey | null
  /** Of the code from the app, or of a passkey. */
  refusal: Message | null
  passkeyRefusal: Message | null
}
const NOTHING: Shown = { codes: null, making: null, refusal: null, passkeyRefusal: null }
const show = (shown: Partial<Shown>, status = 200) =>
  data({ ...NOTHING, ...shown }, { status, headers: NO_STORE })
const refuse = (refusal: Reasoned) =>
  show({ refusal: formatRefusal(refusal) }, statusOf(refusal.reason))
const refusePasskey = (refusal: Reasoned) =>
  show({ passkeyRefusal: formatRefusal(refusal) }, statusOf(refusal.reason))

/**
 * What a person does with their own second step and passkeys. Each act asks who they are, but the first code of an
 * app and the passkey that was made: both answer what was started with a proof within some minutes.
 */
export async function actOnSecondStep(args: Route.ActionArgs, visitor: Visitor, form: FormData) {
  const shop = args.context.get(shopContext)
  const self = { ...visitor, role: visitor.heldRole }
  const device = deviceOf(args)
  const { search } = new URL(args.request.url)
  const respond = (toast: Toast) => redirectWith(args.context, `/account${search}`, toast)
  switch (readText(form, 'intent')) {
    case 'begin-second-step':
      await requireProof(args, form)
      await beginSecondStep(shop, self)
      return null
    case 'confirm-second-step': {
      const done = await confirmSecondStep(shop, self, readText(form, 'code', 40), device)
      if (done.ok) return show({ codes: done.codes })
      // Its form is gone.
      return done.reason === 'second-step-late' ? respond(badToast(done)) : refuse(done)
    }
    case 'new-recovery-codes': {
      await requireProof(args, form)
      const done = await renewRecoveryCodes(shop, self)
      return done.ok ? show({ codes: done.codes }) : respond(badToast(done))
    }
    case 'end-second-step': {
      await requireProof(args, form)
      const done = await endSecondStep(shop, self, device)
      if (!done.ok) return respond(badToast(done))
      return respond(goodToast(done.isOff ? 'second-step-off' : 'app-off'))
    }
    case 'begin-passkey': {
      await requireProof(args, form)
      const done = await beginPasskey(shop, self)
      if (!done.ok) return refusePasskey(done)
      return show({
        making: { creation: done.creation, suggestedName: deviceWords(device.userAgent) },
      })
    }
    case 'add-passkey': {
      const made = readText(form, PASSKEY, LONGEST_PASSKEY_ANSWER)
      const done = await addPasskey(shop, self, { made, name: readText(form, 'name') }, device)
      if (!done.ok) return refusePasskey(done)
      if (done.codes) return show({ codes: done.codes })
      return respond(goodToast('passkey-added', { name: done.name }))
    }
    case 'remove-passkey': {
      const id = readId(readText(form, 'passkey-id'))
      if (!id) return respond(badToast('bad-form'))
      await requireProof(args, form)
      const done = await removePasskey(shop, self, id, device)
      return respond(done.ok ? goodToast('passkey-removed', { name: done.name }) : badToast(done))
    }
    default:
      return respond(badToast('bad-form'))
  }
}
