import { data } from 'react-router'
import { recordRefusal } from '../../../modules/accounts/account-log.ts'
import { inviteStaff, withdrawInvitation } from '../../../modules/accounts/staff/invite-staff.ts'
import { invitationForm } from '../../../rules/accounts/invitations.ts'
import { formatRefusal, type Reason, type Reasoned } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { deviceOf, shopContext } from '../../../web/context.ts'
import { chooseAct, readId, readText, readValues } from '../../../web/forms/read-form.ts'
import { readAct } from '../../../web/staff-guards.ts'
import { requireProof } from '../../../web/step-up.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/staff'

/** The actor, the form, and the ways to answer it. */
function answering(args: Route.ActionArgs, { actor, form }: Awaited<ReturnType<typeof readAct>>) {
  const shop = args.context.get(shopContext)
  const respond = (toast: Toast) => redirectWith(args.context, '/admin/staff', toast)
  /** An act that the actor's role does not allow is recorded in the log of their account. */
  const noteRefusal = async ({ reason }: Reasoned) => {
    if (reason !== 'role-not-allowed') return
    const detail = `POST /admin/staff: ${readText(form, 'intent')}`
    await recordRefusal(shop, actor.userId, deviceOf(args), detail)
  }
  return { args, shop, actor, form, respond, noteRefusal }
}
type Act = ReturnType<typeof answering>

/** Inviting again sends a new link. */
async function invite({ args, shop, actor, form, respond, noteRefusal }: Act) {
  await requireProof(args, form)
  const typed = readValues(form, ['email', 'role'])
  const read = invitationForm.safeParse(typed)
  if (!read.success) return refuse(typed, read.error.issues[0]?.message ?? '', 'bad-form')
  const done = await tryAct(shop, 'invitation-failed', () => inviteStaff(shop, actor, read.data))
  if (!done.ok) {
    await noteRefusal(done)
    const { title, description } = formatRefusal(done)
    return refuse(typed, description ?? title, done)
  }
  // Without a mail server nobody gets the email, so the link is shown to be handed over by hand.
  return shop.config.smtpUrl
    ? respond(goodToast('invited', read.data))
    : data({ link: { ...read.data, url: done.url }, refused: undefined })
}

async function withdraw({ args, shop, actor, form, respond, noteRefusal }: Act) {
  const id = readId(readText(form, 'id'))
  if (!id) return respond(badToast('bad-form'))
  await requireProof(args, form)
  const done = await withdrawInvitation(shop, actor, id)
  if (!done.ok) await noteRefusal(done)
  return respond(done.ok ? goodToast('invitation-withdrawn') : badToast(done))
}

const ACTS = {
  invite,
  withdraw,
}

/** The acts on Staff: for a super_admin who has just proven their identity. */
export async function actOnStaff(args: Route.ActionArgs) {
  const act = answering(args, await readAct(args))
  const chosen = chooseAct(ACTS, act.form)
  return chosen ? chosen(act) : act.respond(badToast('bad-form'))
}

const refuse = (
  typed: { email: string; role: string },
  error: string,
  refused: Reason | Reasoned,
) => data({ link: undefined, refused: { ...typed, error } }, { status: statusOf(refused) })
