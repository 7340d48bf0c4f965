import { data } from 'react-router'
import { findInvitation } from '../../../modules/accounts/staff/accept-invitation.ts'
import { accountRefusals } from '../../../rules/messages/accounts/accounts.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { OF_LINK } from '../../../ui/kit/meta.ts'
import { AuthCard } from '../../../ui/shop/accounts/auth-card.tsx'
import { InvitationForm } from '../../../ui/shop/accounts/invitation-form.tsx'
import { shopContext } from '../../../web/context.ts'
import { findVisitor } from '../../../web/guards.ts'
import { NO_STORE } from '../../../web/no-store.ts'
import type { Route } from './+types/invitation'
import { takeInvitation } from './invitation-action.ts'

export const meta = () => [{ title: `Join the staff of ${settings().name}` }, ...OF_LINK]

export const headers = () => NO_STORE

export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const [found, visitor] = await Promise.all([
    findInvitation(context.get(shopContext).db, token),
    findVisitor(context),
  ])
  if (!found) return data({ token, invitation: null }, { status: statusOf('invitation-dead') })
  const { email, role, userId, hasPassword } = found
  const isThem = visitor?.userId === userId
  return data({
    token,
    invitation: {
      email,
      role,
      step: isThem
        ? ('accept' as const)
        : visitor
          ? ('sign-out' as const)
          : hasPassword
            ? ('sign-in' as const)
            : ('open' as const),
    },
  })
}

export const action = (args: Route.ActionArgs) => takeInvitation(args)

export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { token, invitation } = loaderData
  const refusal = actionData?.refusal ?? (invitation ? null : accountRefusals['invitation-dead'])
  return (
    <AuthCard
      title="Join the staff"
      notice={refusal ? { tone: 'bad', ...refusal } : null}
      result={actionData}
    >
      {invitation ? (
        <InvitationForm token={token} {...invitation} name={actionData?.name ?? ''} />
      ) : null}
    </AuthCard>
  )
}
