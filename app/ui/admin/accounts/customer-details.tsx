import type { ReactNode } from 'react'
import type { Customer } from '../../../modules/accounts/find-customer.ts'
import { formatDate } from '../../../rules/dates.ts'
import { Avatar } from './avatar.tsx'
import { nameOf } from './customer-table.tsx'
import { RoleBadge } from './role-badge.tsx'

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-quiet">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)

const LINK = 'inline-flex min-h-11 items-center text-lake tabular-nums underline underline-offset-4'

export function CustomerDetails({ person }: { person: Customer }) {
  return (
    <div>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={person.fullName} isBig />
        <div className="min-w-0">
          <p className="text-xl font-semibold wrap-anywhere">{nameOf(person)}</p>
          <RoleBadge role={person.role} />
        </div>
      </div>
      <dl className="mt-4 grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Fact label="Email">
          <a href={`mailto:${person.email}`} className={LINK}>
            {person.email}
          </a>
        </Fact>
        {person.phone ? (
          <Fact label="Phone">
            <a href={`tel:${person.phone}`} className={LINK}>
              {person.phone}
            </a>
          </Fact>
        ) : null}
        <Fact label="Joined">{formatDate(person.joinedAt)}</Fact>
      </dl>
    </div>
  )
}
