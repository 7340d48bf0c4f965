/**
 * How long what is known of people is kept, as PostgreSQL's intervals (docs/privacy.md, How long it is kept, says why).
 * A job of each night keeps to it (modules/privacy/keep-retention.ts).
 */
export const RETENTION = {
  /** From when it was placed: then nobody is named in it any more. */
  orderCustomers: '7 years',
  /** Who has started to buy a voucher that nobody has paid. */
  unpaidVouchers: '90 days',
  /** What a customer wrote about an order, and the answers. */
  orderMessages: '2 years',
  /** Name and phone number on a sale at the till. */
  tillCustomers: '7 years',
  /** Name, words and photos of a review. */
  reviews: '7 years',
  /** What a till sent that nobody could read: it may name who bought. */
  unreadableEvents: '7 years',
  auditLog: '7 years',
  /** Words of searches that found nothing. */
  missedSearches: '60 days',
  /** A line that nobody has bought. */
  cartLines: '1 year',
  /** Which presses of Add to Cart have counted: a device sends what waits there for a week. */
  cartRequests: '30 days',
  /** An address whose link nobody has opened. */
  newsletterUnconfirmed: '30 days',
  /** An address that has left. */
  newsletterLeft: '1 year',
  /** Who waits for a variant, told or not. */
  waitlist: '6 months',
  /** The same, where nobody has opened the email's link. */
  waitlistUnconfirmed: '14 days',
  unconfirmedAccounts: '7 days',
  accountEvents: '90 days',
  /** An invitation to the staff that nobody has taken up: after its link has ended. */
  invitations: '30 days',
  /** Files that were sent to be imported. */
  imports: '30 days',
  /** Files of emails, where no mail server is set. */
  outbox: '30 days',
} as const
