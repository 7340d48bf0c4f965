import { LONGEST_NAME } from '../../rules/accounts/longest.ts'
import { emailField } from '../../rules/form-fields.ts'
import type { CustomerColumn } from '../../rules/imports/columns.ts'
import type { ImportRow } from '../../rules/imports/imports.ts'
import type { ImportFault } from '../../rules/messages/imports/imports.ts'
import { isReachable } from '../../rules/orders/order-draft.ts'
import { readPhone } from '../../rules/phone.ts'
import { addCustomer, addressForPhone, findCustomersByEmail } from '../accounts/add-customer.ts'
import type { Checked, Entry, ImportShop, Kind } from './kinds.ts'

type CustomerPlan = { email: string; name: string; phone: string | null }
type Known = Awaited<ReturnType<typeof findCustomersByEmail>>

const cellOf = (entry: Entry, column: CustomerColumn) =>
  (entry.cells[0] as ImportRow<CustomerColumn>).cells[column]?.trim() ?? ''

/**
 * Exports and spreadsheets drop the `+` of a number: this many digits without a leading 0 start with a country code.
 */
const readExported = (typed: string) =>
  readPhone(typed)?.replace(/^(?=265\d{7}$|[1-9]\d{10,14}$)/, '+') ?? null

/** The account's address; that of a customer without an email is made from the number, as for orders by phone. */
function emailOf(entry: Entry, config: ImportShop['config']) {
  const email = cellOf(entry, 'Email').toLowerCase()
  const phone = readExported(cellOf(entry, 'Phone'))
  return isReachable(email) || !phone ? email : addressForPhone(config, phone)
}

function plan(entry: Entry, email: string, known: Known): Checked {
  const faults: ImportFault[] = []
  const fault = (column: CustomerColumn, code: 'email-bad' | 'phone-bad' | 'name-long') =>
    faults.push({ row: entry.row, column, code })
  const [name, typed] = [cellOf(entry, 'Name'), cellOf(entry, 'Phone')]
  const phone = readExported(typed)
  if (!emailField.safeParse(email).success) fault('Email', 'email-bad')
  if (name.length > LONGEST_NAME) fault('Name', 'name-long')
  if (typed !== '' && !phone) fault('Phone', 'phone-bad')
  const planned: CustomerPlan = { email, name, phone }
  if (faults.length > 0) return { state: 'bad', plan: planned, faults }
  const person = known.get(email)
  if (!person) return { state: 'new', plan: planned, faults }
  // What customers entered themselves stays; nothing is changed for staff.
  const names = name && (person.isUnproved ? name !== person.name : !person.name)
  const fills = person.role === 'customer' && (names || (phone && !person.phone))
  return { state: fills ? 'changed' : 'same', plan: fills ? planned : null, faults }
}

/** Customers with accounts: adds those that do not exist, and fills in blank fields of the others. */
export const customers: Kind = {
  async check(db, _file, entries, { config }) {
    const emails = entries.map((entry) => emailOf(entry, config))
    const known = await findCustomersByEmail(db, emails)
    return entries.map((entry, at) => plan(entry, emails[at] ?? '', known))
  },
  async apply(db, actor, _file, entry) {
    await addCustomer(db, actor, entry.plan as CustomerPlan)
    return null
  },
}
