import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { users } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { forgetEmailsTo } from '../../platform/mail/forget-emails.server.ts'
import { forgetCountsOf } from '../../platform/rate-limiter.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Role } from '../../rules/accounts/roles.ts'
import { ERASED_PERSON, WITHOUT_ACCOUNT } from '../../rules/audit/audit.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { phoneEnd, phoneSpellings } from '../../rules/phone.ts'
import type { Contact } from '../../rules/privacy/contact.ts'
import { forgetInFilters } from '../accounts/lists/saved-filters.ts'
import { lockForSuperAdmin } from '../accounts/lock-person.ts'
import { forgetInAudit } from '../audit/forget-person.ts'
import { forgetSalesInAudit } from '../audit/forget-sales.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import {
  forgetPurchase,
  forgetPurchases,
  purchasesOf,
} from '../checkout/vouchers/forget-purchases.ts'
import { forgetCredit, forgetCredits } from '../credit/forget-credit.ts'
import { forgetImported, forgetImportedRow, importedOf } from '../imports/forget-imports.ts'
import { forgetSubscriber } from '../newsletter/forget-subscriber.ts'
import { forgetReviewsOfSales, listReviewedSales } from '../reviews/forget-reviews.ts'
import { holdsUnread } from '../till/events/delete-old-events.ts'
import { forgetBuyer } from '../till/sales/forget-buyer.ts'
import {
  findSaleOfBuyer,
  isSaleOpen,
  listSalesOfBuyer,
  type SaleOfBuyer,
} from '../till/sales/sales-of-buyer.ts'
import { forgetRequest, forgetRequests, requestsOf } from '../waitlist/forget-requests.ts'
import { isErased } from './erase-account.ts'
import { noteErased } from './forget-everywhere.ts'

type ErasureResult =
  | { ok: true }
  | Refusal<
      | 'role-not-allowed'
      | 'contact-has-account'
      | 'contact-nothing'
      | 'erase-open-sale'
      | 'erase-unread-event'
    >

/**
 * Lets a super_admin erase what the shop stores about a person without an account who asked for it: their newsletter
 * subscription, what they wait for, their rows in imported files, or the name, phone number, notes and payer of their
 * till sales, whose sums stay (docs/privacy.md, Erasure). All at once or nothing.
 */
export async function eraseContact(
  shop: Pick<Shop, 'db' | 'mail' | 'log'>,
  actor: Actor & { role: Role },
  contact: Contact,
): Promise<ErasureResult> {
  const { kind, value } = contact
  const done = await transact(shop.db, async (db): Promise<ErasureResult> => {
    if (!(await lockForSuperAdmin(db, actor))) return { ok: false, reason: 'role-not-allowed' }
    // Before accounts are counted: it waits for an import that opens one by such a row just then.
    const imported = await forgetImported(db, importedOf(contact))
    // The newsletter subscription of an account is erased with the account, never alone.
    if (kind === 'email' && (await db.$count(users, eq(users.email, value))) > 0)
      return { ok: false, reason: 'contact-has-account' }
    const held = await listSalesOfBuyer(db, contact)
    const sales = await listNamed(db, held.sales)
    const open = sales.find(isSaleOpen)
    if (open) return { ok: false, reason: 'erase-open-sale', saleNumber: open.saleNumber }
    const numbers = numbersOf(contact, sales)
    if (await holdsUnread(db, numbers)) return { ok: false, reason: 'erase-unread-event' }
    const subscriber = kind === 'email' ? await forgetSubscriber(db, { email: value }) : null
    const waited = await forgetRequests(db, requestsOf(contact))
    const email = kind === 'email' ? value : null
    const credits = await forgetCredits(db, { email })
    const bought = await forgetPurchases(db, purchasesOf(contact))
    if (
      [sales, waited, credits, bought, imported].every(({ length }) => length === 0) &&
      !subscriber
    )
      return (await isErased(db, actor, WITHOUT_ACCOUNT))
        ? { ok: true }
        : { ok: false, reason: 'contact-nothing' }
    await recordAudit(db, actor, {
      action: 'erased',
      entity: 'person',
      entityId: WITHOUT_ACCOUNT,
      label: ERASED_PERSON,
      after: {
        tillSales: sales.length,
        newsletter: subscriber !== null,
        waitlist: waited.length,
        storeCredit: credits.length,
        vouchers: bought.length,
        importedRows: imported.length,
      },
    })
    await forgetSales(db, sales, numbers)
    await noteErased(db, [...waited, ...credits, ...bought, ...imported])
    if (kind === 'email') await forgetEmails(db, value)
    if (subscriber) await forgetAddress(db, subscriber)
    return { ok: true }
  })
  if (done.ok) {
    shop.log.info({ kind }, 'data of somebody without an account erased')
    if (kind === 'email') await shop.mail.forget?.(value)
  }
  return done
}

/** Erases a contact again after a restore of an older backup; false where no row of theirs has this id. */
export async function eraseContactAgain(db: Tx, id: string): Promise<boolean> {
  const sales = await listNamed(db, await findSaleOfBuyer(db, id))
  await forgetSales(db, sales, numbersOf(null, sales))
  const subscriber = await forgetSubscriber(db, { id })
  if (subscriber) await forgetAddress(db, subscriber)
  const wasWaiting = await forgetRequest(db, id)
  const hadCredit = await forgetCredit(db, id)
  const hadBought = await forgetPurchase(db, id)
  const wasImported = await forgetImportedRow(db, id)
  return (
    sales.length > 0 || subscriber !== null || wasWaiting || hadCredit || hadBought || wasImported
  )
}

/** The sales that still identify a person: by their own columns, or by a review that was written with their receipt. */
async function listNamed(db: Tx, sales: readonly SaleOfBuyer[]) {
  const reviewed = await listReviewedSales(
    db,
    sales.map(({ id }) => id),
  )
  return sales.filter(({ id, isNamed }) => isNamed || reviewed.includes(id))
}

/** The phone numbers in all spellings in which the log may have them; text without a number in it is left out. */
function numbersOf(contact: Contact | null, sales: readonly SaleOfBuyer[]): string[] {
  const typed = sales.flatMap(({ customerPhone }) => customerPhone ?? [])
  const phones = contact?.kind === 'phone' ? [contact.value, ...typed] : typed
  const known = phones.flatMap((phone) =>
    phoneEnd(phone).length >= 7 ? [phone.trim(), ...phoneSpellings(phone)] : [],
  )
  return [...new Set(known)]
}

async function forgetSales(db: Tx, sales: readonly SaleOfBuyer[], numbers: readonly string[]) {
  const ids = sales.map(({ id }) => id)
  await forgetBuyer(db, ids)
  await forgetReviewsOfSales(db, ids)
  await forgetSalesInAudit(db, ids, numbers)
  await forgetInAudit(db, { userId: null, name: null, values: numbers })
  const names = new Set(sales.flatMap(({ customerName }) => customerName ?? []))
  await forgetInFilters(db, [...numbers, ...names])
  for (const name of names) await forgetInAudit(db, { userId: null, name, values: [] })
  await noteErased(db, ids)
}

async function forgetAddress(db: Tx, { id, email }: { id: string; email: string }) {
  await forgetEmails(db, email)
  await noteErased(db, [id])
}

async function forgetEmails(db: Tx, email: string) {
  await forgetCountsOf(db, [email])
  await forgetEmailsTo(db, email)
  await forgetInAudit(db, { userId: null, name: null, values: [email] })
  await forgetInFilters(db, [email])
}
