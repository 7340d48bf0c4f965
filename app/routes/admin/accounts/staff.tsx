import { listStaff } from '../../../modules/accounts/staff/appoint-staff.ts'
import { listInvitations } from '../../../modules/accounts/staff/list-invitations.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { InvitationTable } from '../../../ui/admin/accounts/invitation-table.tsx'
import { InviteForm, InviteLink } from '../../../ui/admin/accounts/invite-form.tsx'
import { StaffTable } from '../../../ui/admin/accounts/staff-table.tsx'
import { ListRows } from '../../../ui/admin/list/rows.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { shopContext } from '../../../web/context.ts'
import { requireAdmin } from '../../../web/guards.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/staff'
import { actOnStaff } from './staff-action.ts'

export const meta = () => [{ title: `Staff | ${settings().name}` }]

export async function loader(args: Route.LoaderArgs) {
  const { role } = await requireAdmin(args)
  const shop = args.context.get(shopContext)
  const [staff, invitations] = await Promise.all([
    readPart(shop, 'staff', () => listStaff(shop.db)),
    readPart(shop, 'invitations', () => listInvitations(shop.db)),
  ])
  return { staff, invitations, mayInvite: role === 'super_admin' }
}

export const action = (args: Route.ActionArgs) => actOnStaff(args)

export default function Staff({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, invitations, mayInvite } = loaderData
  return (
    <>
      <PageHead title="Staff" back={{ to: '/admin/customers', label: 'Back to Customers' }} />
      {actionData?.link ? <InviteLink {...actionData.link} /> : null}
      {mayInvite ? (
        <InviteForm key={actionData?.link?.url ?? ''} answer={actionData?.refused} />
      ) : null}
      {invitations?.length === 0 ? null : (
        <section className="mb-8">
          <h2 className="mb-3 text-xl">Invited</h2>
          <ListRows rows={invitations} error="Error loading invitations." empty="">
            {(rows) => <InvitationTable rows={rows} mayInvite={mayInvite} />}
          </ListRows>
        </section>
      )}
      <section>
        <h2 className="mb-3 text-xl">Members of the staff</h2>
        <ListRows rows={staff} error="Error loading the staff." empty="Nobody yet">
          {(rows) => <StaffTable rows={rows} />}
        </ListRows>
      </section>
    </>
  )
}
