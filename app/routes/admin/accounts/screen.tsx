import { listAccountEvents } from '../../../modules/accounts/account-log.ts'
import {
  findCustomer,
  listCustomerAddresses,
  listLatestOrders,
} from '../../../modules/accounts/find-customer.ts'
import { listAndCountCustomers, MOST_COUNTED } from '../../../modules/accounts/list-customers.ts'
import { readSecondStepFor } from '../../../modules/accounts/second-step-setting.ts'
import { listSessions } from '../../../modules/accounts/sessions.ts'
import { readConsents } from '../../../modules/newsletter/consents.ts'
import { findContact } from '../../../modules/privacy/find-contact.ts'
import { hasSecondStep } from '../../../platform/auth/second-step.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { roleWords } from '../../../rules/accounts/customers.ts'
import { ROLES, type Role } from '../../../rules/accounts/roles.ts'
import { STAFF_PAGE } from '../../../rules/lists.ts'
import { accountRefusals } from '../../../rules/messages/accounts/accounts.ts'
import { formatAmount } from '../../../rules/money.ts'
import { readContact } from '../../../rules/privacy/contact.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Access } from '../../../ui/admin/accounts/access.tsx'
import { ContactPanel } from '../../../ui/admin/accounts/contact-panel.tsx'
import { CustomerNotRead, CustomerPanel } from '../../../ui/admin/accounts/customer-panel.tsx'
import { CustomerTable } from '../../../ui/admin/accounts/customer-table.tsx'
import { EraseAccount, PersonalData } from '../../../ui/admin/accounts/personal-data.tsx'
import { GiveRole, Powers } from '../../../ui/admin/accounts/powers.tsx'
import { SecondStepDemand } from '../../../ui/admin/accounts/second-step-demand.tsx'
import {
  ContactNotRead,
  EraseContact,
  FindContact,
} from '../../../ui/admin/accounts/without-account.tsx'
import { ListTools } from '../../../ui/admin/list/list-tools.tsx'
import { PagedRows, TRY_OTHERS } from '../../../ui/admin/list/rows.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { ButtonLink } from '../../../ui/kit/button.tsx'
import { shopContext } from '../../../web/context.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { requireAdmin } from '../../../web/guards.ts'
import { readFilter } from '../../../web/lists/list-query.ts'
import { limitPrinted } from '../../../web/lists/print-list.ts'
import { readOne, readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/screen'
import { actOnCustomers } from './action.ts'
import { readCustomersQuery } from './list-query.ts'

export const meta = () => [{ title: `Customers | ${settings().name}` }]

async function readPerson(shop: Shop, id: string) {
  const [person, orders, addresses] = await Promise.all([
    readOne(shop, 'customer', () => findCustomer(shop.db, id)),
    readPart(shop, 'orders of a customer', () => listLatestOrders(shop.db, id)),
    readPart(shop, 'addresses of a customer', () => listCustomerAddresses(shop.db, id)),
  ])
  if (person === null || person === 'failed') return person
  const newsletter = await readOne(shop, 'consents', () => readConsents(shop.db, person.email))
  return { person, orders, addresses, newsletter }
}

async function readAccess(shop: Shop, id: string) {
  const [sessions, events, hasSecond] = await Promise.all([
    readPart(shop, 'sessions of a customer', () => listSessions(shop.db, id)),
    readPart(shop, 'log of an account', () => listAccountEvents(shop.db, id)),
    readPart(shop, 'second step', () => hasSecondStep(shop.db, id)),
  ])
  return { sessions, events, hasSecondStep: hasSecond }
}

/**
 * The data held under `?contact=`, outside of accounts, for a super_admin. A failed read must not look like "nothing
 * held".
 */
async function readHeld(shop: Shop, typed: string) {
  const contact = readContact(typed)
  if (!contact) return 'unreadable'
  return (await readPart(shop, 'contact', () => findContact(shop.db, contact))) ?? 'failed'
}

const formatCount = (total: number, asked: { search: string; role: string | null }) =>
  total > MOST_COUNTED && (asked.search || asked.role)
    ? `${formatAmount(MOST_COUNTED)}+`
    : formatAmount(total)

export async function loader(args: Route.LoaderArgs) {
  const { request } = args
  const { role, isJustProven } = await requireAdmin(args)
  const shop = args.context.get(shopContext)
  const { searchParams } = new URL(request.url)
  const query = readCustomersQuery(request)
  const limit = await limitPrinted(args, STAFF_PAGE, {
    entity: 'person',
    label: 'list-customers',
    query,
  })
  const [found, shown] = await Promise.all([
    readPart(shop, 'customers', () => listAndCountCustomers(shop.db, { ...query, limit })),
    readOpen(shop, searchParams, role),
  ])
  return {
    page: found?.page ?? null,
    count: found ? formatCount(found.count, query) : undefined,
    ...shown,
    isGone: searchParams.has('person') && !shown.open,
    isErasing: searchParams.has('erase') && shown.mayGiveRoles,
    give: readFilter(request, 'give', ROLES),
    isJustProven,
  }
}

/** The panel beside the list: a customer, or data held without an account; the latter only for a super_admin. */
async function readOpen(shop: Shop, searchParams: URLSearchParams, role: Role) {
  const id = readId(searchParams.get('person'))
  const mayGiveRoles = role === 'super_admin'
  const typed = (mayGiveRoles && searchParams.get('contact')?.trim()) || ''
  const [open, access, demand, held] = await Promise.all([
    id ? readPerson(shop, id) : null,
    id && mayGiveRoles ? readAccess(shop, id) : null,
    mayGiveRoles ? readPart(shop, 'second step', () => readSecondStepFor(shop.db)) : null,
    typed && !id ? readHeld(shop, typed) : null,
  ])
  return { open, access, demand, typed, held, mayGiveRoles }
}

export const action = (args: Route.ActionArgs) => actOnCustomers(args)

export default function Customers({ loaderData, actionData }: Route.ComponentProps) {
  const { page, count, access, demand, isGone, isErasing, give, mayGiveRoles } = loaderData
  const { isJustProven, held, typed } = loaderData
  const contact = typeof held === 'object' ? held : null
  const open = typeof loaderData.open === 'object' ? loaderData.open : null
  const isNotRead = loaderData.open === 'failed'
  return (
    <>
      <PageHead title="Customers" count={count} back={{ to: '/admin', label: 'Back to Admin' }}>
        <ButtonLink to="/admin/staff">Staff</ButtonLink>
        <ButtonLink to="/admin/import?kind=customers">Import</ButtonLink>
      </PageHead>
      <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_27rem] xl:items-start xl:gap-6">
        <div className={open || isNotRead || contact || held === 'failed' ? 'max-xl:hidden' : ''}>
          <ListTools
            label="Search by name, email or phone"
            filters={[
              {
                name: 'role',
                label: 'Role',
                options: ROLES.map((role) => [role, roleWords(role)] as const),
              },
            ]}
            csv="/admin/customers.csv"
            narrowed={[]}
          />
          <PagedRows
            page={page}
            error="Error loading customers."
            empty="No customers found"
            hint={TRY_OTHERS}
          >
            {(rows) => <CustomerTable rows={rows} />}
          </PagedRows>
          {mayGiveRoles ? (
            <FindContact
              typed={typed}
              error={
                held === 'unreadable' ? accountRefusals['contact-unknown'].description : undefined
              }
            />
          ) : null}
          {demand ? <SecondStepDemand value={demand} /> : null}
        </div>
        {open ? (
          <CustomerPanel key={open.person.userId} {...open}>
            {access ? (
              <>
                <Powers person={open.person} />
                <Access person={open.person} {...access} />
              </>
            ) : null}
            <PersonalData {...open} isSuper={mayGiveRoles} isJustProven={isJustProven} />
          </CustomerPanel>
        ) : isNotRead ? (
          <CustomerNotRead />
        ) : contact ? (
          <ContactPanel key={contact.contact.value} {...contact} isJustProven={isJustProven} />
        ) : held === 'failed' ? (
          <ContactNotRead typed={typed} />
        ) : (
          <p
            role={isGone ? 'alert' : undefined}
            className="on-screen rounded-card border border-line bg-sheet p-6 text-center text-quiet max-xl:mt-4"
          >
            {isGone
              ? accountRefusals['person-not-found'].description
              : 'Select a customer to view details'}
          </p>
        )}
      </div>
      {open && give && mayGiveRoles && (give !== open.person.role || actionData) ? (
        <GiveRole person={open.person} role={give} meanwhile={actionData?.meanwhile} />
      ) : null}
      {open && isErasing ? <EraseAccount person={open.person} /> : null}
      {contact && isErasing ? <EraseContact contact={contact.contact} /> : null}
    </>
  )
}
