import type { ListedInvitation } from '../../../modules/accounts/staff/list-invitations.ts'
import { formatDate, formatDateTime } from '../../../rules/dates.ts'
import { Button } from '../../kit/button.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { Badge } from '../badge.tsx'
import { Email } from '../email.tsx'
import { ConfirmForm } from '../form/confirm-form.tsx'
import { actsColumn, type Column, DataTable, statusColumn } from '../list/data-table.tsx'
import { RoleBadge } from './role-badge.tsx'

const COLUMNS: readonly Column<ListedInvitation>[] = [
  { label: 'Email', isTitle: true, show: ({ email }) => <Email address={email} /> },
  { label: 'Role', show: ({ role }) => <RoleBadge role={role} /> },
  statusColumn(({ isDead }) =>
    isDead ? <Badge tone="bad">Link expired</Badge> : <Badge tone="sky">Waiting</Badge>,
  ),
  { label: 'Invited by', isSpare: true, show: ({ invitedBy }) => invitedBy },
  {
    label: 'Sent',
    isSpare: true,
    show: ({ sentAt }) => <span className="whitespace-nowrap">{formatDate(sentAt)}</span>,
  },
  { label: 'Works until', show: ({ expiresAt }) => formatDateTime(expiresAt) },
]

const acts = actsColumn<ListedInvitation>(({ id, email, role }) => (
  <div className="flex flex-wrap gap-2 whitespace-nowrap max-md:[&_button]:px-3 md:justify-end">
    <ActForm about={{ intent: 'invite', email, role }}>
      <Button aria-label={`Send again: the invitation to ${email}`}>Send again</Button>
    </ActForm>
    <ConfirmForm
      fields={{ intent: 'withdraw', id }}
      title={`Withdraw the invitation to ${email}?`}
      text="Its link stops working. You can invite them again."
      act="Withdraw it"
      button={{ 'aria-label': `Withdraw the invitation to ${email}…` }}
    >
      Withdraw…
    </ConfirmForm>
  </div>
))

/** Invitations that nobody has accepted yet. */
export const InvitationTable = ({
  rows,
  mayInvite,
}: {
  rows: readonly ListedInvitation[]
  mayInvite: boolean
}) => (
  <DataTable caption="Invitations" rows={rows} columns={mayInvite ? [...COLUMNS, acts] : COLUMNS} />
)
