import { data } from 'react-router'
import { recordRefusal } from '../../../modules/accounts/account-log.ts'
import { inviteStaff, withdrawInvitation } from '../../../modules/accounts/staff/invite-staff.ts'
import { invitationForm } from '../../../rules/accounts/invitations.ts'
import { formatRefusal, type Reason, type Reasoned } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { deviceOf, shopContext } from '../../../web/context.ts'
import { readId, readText, readValues } from '../../../web/forms/read-form.ts'
import { readAct } from '../../../web/staff-guards.ts'
import { requireProof } from '../../../web/step-up.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/staff'

/** `invite` (again: with a new link) and `withdraw` on Staff: for a super_admin who has just proven who they are. */
export async function actOnStaff(args: Route.ActionArgs) {
  const { actor, form } = await readAct(args)
  const shop = args.context.get(shopContext)
  const respond = (toast: Toast) => redirectWith(args.context, '/admin/staff', toast)
  const noteRefusal = async ({ reason }: Reasoned) => {
    if (reason !== 'role-not-allowed') return
    const detail = `POST /admin/staff: ${readText(form, 'intent')}`
    await recordRefusal(shop, actor.userId, deviceOf(args), detail)
  }
  switch (readText(form, 'intent')) {
    case 'invite': {
      await requireProof(args, form)
      const typed = readValues(form, ['email', 'role'])
      const read = invitationForm.safeParse(typed)
      if (!read.success) return refuse(typed, read.error.issues[0]?.message ?? '', 'bad-form')
      const done = await tryAct(shop, 'invitation-failed', () =>
        inviteStaff(shop, actor, read.data),
      )
      if (!done.ok) {
        await noteRefusal(done)
        const { title, description } = formatRefusal(done)
        return refuse(typed, description ?? title, done)
      }
      // Without a mail server nobody gets the email: the link is handed over by hand.
      return shop.config.smtpUrl
        ? respond(goodToast('invited', read.data))
        : data({ link: { ...read.data, url: done.url }, refused: undefined })
    }
    case 'withdraw': {
      const id = readId(readText(form, 'id'))
      if (!id) return respond(badToast('bad-form'))
      await requireProof(args, form)
      const done = await withdrawInvitation(shop, actor, id)
      if (!done.ok) await noteRefusal(done)
      return respond(done.ok ? goodToast('invitation-withdrawn') : badToast(done))
    }
    default:
      return respond(badToast('bad-form'))
  }
}

const refuse = (
  typed: { email: string; role: string },
  error: string,
  refused: Reason | Reasoned,
) => data({ link: undefined, refused: { ...typed, error } }, { status: statusOf(refused) })
