import { data } from 'react-router'
import { z } from 'zod'
import { recordRefusal } from '../../../modules/accounts/account-log.ts'
import { grantRole } from '../../../modules/accounts/change-role.ts'
import { findCustomer } from '../../../modules/accounts/find-customer.ts'
import { demandSecondStep, resetSecondStep } from '../../../modules/accounts/second-step.ts'
import { signOutCustomer } from '../../../modules/accounts/sign-out-person.ts'
import { findLastEditor } from '../../../modules/audit/last-editor.ts'
import { eraseCustomer } from '../../../modules/privacy/erase-account.ts'
import { eraseContact } from '../../../modules/privacy/erase-contact.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { ROLES } from '../../../rules/accounts/roles.ts'
import { SECOND_STEP_FOR } from '../../../rules/accounts/second-step.ts'
import type { Reasoned } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { readContact } from '../../../rules/privacy/contact.ts'
import { deviceOf, shopContext } from '../../../web/context.ts'
import { chooseAct, readId, readText, readValues } from '../../../web/forms/read-form.ts'
import { listPath } from '../../../web/lists/list-query.ts'
import { readAct } from '../../../web/staff-guards.ts'
import { requireProof } from '../../../web/step-up.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/screen'

const giving = z.object({ id: z.uuid(), seen: z.enum(ROLES), role: z.enum(ROLES) })

/** The actor, the form, and the ways to answer it. */
function answering(args: Route.ActionArgs, { actor, form }: Awaited<ReturnType<typeof readAct>>) {
  const shop = args.context.get(shopContext)
  const respond = async (toast: Toast, closed: string[] = []) =>
    redirectWith(
      args.context,
      listPath(args.request, '/admin/customers', ['give', 'erase', ...closed]),
      toast,
    )
  /** An act that the actor's role does not allow is recorded in the log of their account. */
  const refuse = async (refusal: Reasoned) => {
    if (refusal.reason === 'role-not-allowed') {
      const detail = `POST /admin/customers: ${readText(form, 'intent')}`
      await recordRefusal(shop, actor.userId, deviceOf(args), detail)
    }
    return respond(badToast(refusal))
  }
  return { args, shop, actor, form, respond, refuse }
}
type Act = ReturnType<typeof answering>

async function giveRole({ args, shop, actor, form, respond, refuse }: Act) {
  const read = giving.safeParse(readValues(form, ['id', 'seen', 'role']))
  if (!read.success) return respond(badToast('bad-form'))
  await requireProof(args, form)
  const { id, seen: before, role } = read.data
  const done = await tryAct(shop, 'role-changing-failed', () =>
    grantRole(shop, actor, id, { seen: before, role }),
  )
  if (done.ok) return respond(goodToast('role-changed', { name: done.name, before, role }))
  if (done.reason !== 'edited-meanwhile') return refuse(done)
  const meanwhile = await readMeanwhile(shop, id)
  return meanwhile
    ? data({ meanwhile }, { status: statusOf(done) })
    : respond(badToast('person-not-found'))
}

async function signOut({ args, shop, actor, form, respond, refuse }: Act) {
  const id = readId(readText(form, 'id'))
  if (!id) return respond(badToast('bad-form'))
  const session = form.has('session') ? readId(readText(form, 'session')) : undefined
  if (session === null) return respond(badToast('bad-form'))
  await requireProof(args, form)
  const done = await tryAct(shop, 'signing-out-failed', () =>
    signOutCustomer(shop.db, actor, id, session),
  )
  if (!done.ok) return refuse(done)
  const isOneDevice = session !== undefined
  return respond(goodToast('person-signed-out', { name: done.name, isOneDevice }))
}

async function eraseAccount({ args, shop, actor, form, respond, refuse }: Act) {
  const id = readId(readText(form, 'id'))
  if (!id) return respond(badToast('bad-form'))
  await requireProof(args, form)
  const done = await tryAct(shop, 'erasing-failed', () => eraseCustomer(shop, actor, id))
  return done.ok ? respond(goodToast('person-erased'), ['person']) : refuse(done)
}

async function resetStep({ args, shop, actor, form, respond, refuse }: Act) {
  const id = readId(readText(form, 'id'))
  if (!id) return respond(badToast('bad-form'))
  await requireProof(args, form)
  const done = await tryAct(shop, 'signing-out-failed', () => resetSecondStep(shop, actor, id))
  return done.ok ? respond(goodToast('second-step-reset', { name: done.name })) : refuse(done)
}

async function eraseHeld({ args, shop, actor, form, respond, refuse }: Act) {
  const contact = readContact(readText(form, 'contact'))
  if (!contact) return respond(badToast('contact-unknown'))
  await requireProof(args, form)
  const done = await tryAct(shop, 'erasing-failed', () => eraseContact(shop, actor, contact))
  return done.ok ? respond(goodToast('contact-erased'), ['contact']) : refuse(done)
}

/**
 * The file has an address of its own (data-file.ts): if this form answered with it, the page would keep showing the
 * question.
 */
async function prepareDownload({ args, form, respond }: Act) {
  await requireProof(args, form)
  return respond(goodToast('download-ready'))
}

async function demandStep({ args, shop, actor, form, respond, refuse }: Act) {
  const requested = z.enum(SECOND_STEP_FOR).safeParse(readText(form, 'for'))
  if (!requested.success) return respond(badToast('bad-form'))
  await requireProof(args, form)
  const done = await demandSecondStep(shop, actor, requested.data)
  return done.ok ? respond(goodToast('second-step-saved')) : refuse(done)
}

const ACTS = {
  'give-role': giveRole,
  'sign-out-everywhere': signOut,
  erase: eraseAccount,
  'reset-second-step': resetStep,
  'erase-contact': eraseHeld,
  'download-data': prepareDownload,
  'demand-second-step': demandStep,
}

/**
 * The acts on Customers: only for a super_admin who has just proven their identity (docs/product.md, Roles).
 * `download-data` asks an admin for the same proof.
 */
export async function actOnCustomers(args: Route.ActionArgs) {
  const act = answering(args, await readAct(args))
  const chosen = chooseAct(ACTS, act.form)
  return chosen ? chosen(act) : act.respond(badToast('bad-form'))
}

/** The role that another editor has given meanwhile. */
async function readMeanwhile(shop: Shop, id: string) {
  const [person, by] = await Promise.all([
    findCustomer(shop.db, id),
    findLastEditor(shop.db, 'person', id),
  ])
  return person ? { role: person.role, by } : null
}
