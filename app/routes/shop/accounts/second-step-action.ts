import { data } from 'react-router'
import { addPasskey, beginPasskey, removePasskey } from '../../../modules/accounts/passkeys.ts'
import {
  beginSecondStep,
  confirmSecondStep,
  endSecondStep,
  renewRecoveryCodes,
} from '../../../modules/accounts/second-step.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { LONGEST_PASSKEY_ANSWER, PASSKEY } from '../../../rules/accounts/passkeys.ts'
import { deviceWords } from '../../../rules/messages/accounts/devices.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { formatRefusal, type Reasoned } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import type { NewPasskey } from '../../../ui/shop/accounts/passkeys.tsx'
import { deviceOf, shopContext, type Visitor } from '../../../web/context.ts'
import { chooseAct, readId, readText } from '../../../web/forms/read-form.ts'
import { NO_STORE } from '../../../web/no-store.ts'
import { requireProof } from '../../../web/step-up.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import type { Route } from './+types/account'

type Shown = {
  codes: string[] | null
  making: NewPasskey | null
  /** The refusal of the app's code; `passkeyRefusal` is that of a passkey. */
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

type Act = {
  args: Route.ActionArgs
  shop: Shop
  self: Visitor
  form: FormData
  device: ReturnType<typeof deviceOf>
  respond: (toast: Toast) => Promise<Response>
}

/** An act that requires a proof of identity first. */
const asking =
  <T>(act: (of: Act) => Promise<T>) =>
  async (of: Act) => {
    await requireProof(of.args, of.form)
    return act(of)
  }

const begin = asking(async ({ shop, self }) => {
  await beginSecondStep(shop, self)
  return null
})

async function confirm({ shop, self, form, device, respond }: Act) {
  const done = await confirmSecondStep(shop, self, readText(form, 'code', 40), device)
  if (done.ok) return show({ codes: done.codes })
  // The form for the code no longer exists.
  return done.reason === 'second-step-late' ? respond(badToast(done)) : refuse(done)
}

const renewCodes = asking(async ({ shop, self, respond }) => {
  const done = await renewRecoveryCodes(shop, self)
  return done.ok ? show({ codes: done.codes }) : respond(badToast(done))
})

const end = asking(async ({ shop, self, device, respond }) => {
  const done = await endSecondStep(shop, self, device)
  if (!done.ok) return respond(badToast(done))
  return respond(goodToast(done.isOff ? 'second-step-off' : 'app-off'))
})

const beginKey = asking(async ({ shop, self, device }) => {
  const done = await beginPasskey(shop, self)
  if (!done.ok) return refusePasskey(done)
  return show({
    making: { creation: done.creation, suggestedName: deviceWords(device.userAgent) },
  })
})

async function addKey({ shop, self, form, device, respond }: Act) {
  const made = readText(form, PASSKEY, LONGEST_PASSKEY_ANSWER)
  const done = await addPasskey(shop, self, { made, name: readText(form, 'name') }, device)
  if (!done.ok) return refusePasskey(done)
  if (done.codes) return show({ codes: done.codes })
  return respond(goodToast('passkey-added', { name: done.name }))
}

async function removeKey({ args, shop, self, form, device, respond }: Act) {
  const id = readId(readText(form, 'passkey-id'))
  if (!id) return respond(badToast('bad-form'))
  await requireProof(args, form)
  const done = await removePasskey(shop, self, id, device)
  return respond(done.ok ? goodToast('passkey-removed', { name: done.name }) : badToast(done))
}

const ACTS = {
  'begin-second-step': begin,
  'confirm-second-step': confirm,
  'new-recovery-codes': renewCodes,
  'end-second-step': end,
  'begin-passkey': beginKey,
  'add-passkey': addKey,
  'remove-passkey': removeKey,
}

/**
 * The acts on a person's own second step and passkeys. Each requires a proof of identity, except the first code of an
 * app and a new passkey: both complete an act that started with a proof within some minutes.
 */
export async function actOnSecondStep(args: Route.ActionArgs, visitor: Visitor, form: FormData) {
  const { search } = new URL(args.request.url)
  const respond = (toast: Toast) => redirectWith(args.context, `/account${search}`, toast)
  const chosen = chooseAct(ACTS, form)
  if (!chosen) return respond(badToast('bad-form'))
  const self = { ...visitor, role: visitor.heldRole }
  const shop = args.context.get(shopContext)
  return chosen({ args, shop, self, form, device: deviceOf(args), respond })
}
