/**
 * How long personal data is kept, as PostgreSQL intervals (docs/privacy.md, How long it is kept, says why). A nightly
 * job deletes what is older (modules/privacy/keep-retention.ts).
 */
export const RETENTION = {
  /** Counted from when the order was placed: afterwards it names nobody. */
  orderCustomers: '7 years',
  /** Buyers who started to buy a voucher and never paid. */
  unpaidVouchers: '90 days',
  /** A customer's messages about an order, and the answers. */
  orderMessages: '2 years',
  /** Name and phone number on a till sale. */
  tillCustomers: '7 years',
  /** Name, words and photos of a review. */
  reviews: '7 years',
  /** Unreadable events of a till: they may name a customer. */
  unreadableEvents: '7 years',
  auditLog: '7 years',
  /** The words of searches that found nothing. */
  missedSearches: '60 days',
  /** Cart lines that nobody has bought. */
  cartLines: '1 year',
  /** The requests to Add to Cart that were counted already: a device resends waiting ones for a week. */
  cartRequests: '30 days',
  /** Addresses whose confirmation link nobody has opened. */
  newsletterUnconfirmed: '30 days',
  /** Addresses that have unsubscribed. */
  newsletterLeft: '1 year',
  /** Requests to be notified about a variant, answered or not. */
  waitlist: '6 months',
  /** The same requests while nobody has opened the email's link. */
  waitlistUnconfirmed: '14 days',
  unconfirmedAccounts: '7 days',
  accountEvents: '90 days',
  /** Invitations to the staff that nobody accepted, counted from the end of the link. */
  invitations: '30 days',
  /** Files that were uploaded for an import. */
  imports: '30 days',
  /** Emails written to files, when no mail server is set. */
  outbox: '30 days',
} as const
