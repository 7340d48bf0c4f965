/** At most `max` attempts within `windowSeconds`, counted per key (a person, address, network or sale). */
export type RateLimit = { max: number; windowSeconds: number }

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** How often each action may be tried or requested; `RATE_LIMIT_SCALE` multiplies all limits. */
export const LIMITS = {
  // Password guesses at one account: few from one network, because otherwise a stranger could lock its owner out; more
  // from all networks together. The right password resets both counts.
  passwordsHere: { max: 10, windowSeconds: 15 * MINUTE },
  passwords: { max: 100, windowSeconds: 15 * MINUTE },
  // Guesses at a second-step code by somebody who has the password: three of a million codes are valid at a time.
  secondSteps: { max: 10, windowSeconds: 15 * MINUTE },
  secondStepsOfDay: { max: 50, windowSeconds: DAY },
  // Emails that strangers can have sent to one address, whether it has an account or not.
  accountEmails: { max: 5, windowSeconds: HOUR },
  // Emails about sign-ins on new devices: whoever knows the password must not be able to flood the mailbox.
  newDeviceEmails: { max: 10, windowSeconds: DAY },
  // Refused requests that are written to the log of an account.
  loggedRefusals: { max: 30, windowSeconds: HOUR },
  // A second tap: the email of the first tap is on its way, and its link works.
  sameEmail: { max: 1, windowSeconds: MINUTE },
  // Staff invitations by one person, and to one address, so that nobody's mailbox is flooded.
  invitations: { max: 30, windowSeconds: HOUR },
  invitationEmails: { max: 5, windowSeconds: DAY },
  newsletterPlaces: { max: 10, windowSeconds: HOUR },
  // A stranger who keeps tapping must not flood somebody's mailbox.
  newsletterEmails: { max: 3, windowSeconds: DAY },
  // Waitlist requests: enough for a family on one network, too few to flood a mailbox or to have messages sent to a
  // stranger's phone number.
  waitlistPlaces: { max: 20, windowSeconds: HOUR },
  waitlistEmails: { max: 5, windowSeconds: DAY },
  // Order numbers can be guessed, so guessing the email address must be hard: few wrong tries from one network, and few
  // of them at one order. All networks together get more at one order, because otherwise a stranger could lock its
  // customer out.
  trackingPlaces: { max: 10, windowSeconds: 10 * MINUTE },
  trackedOrdersHere: { max: 10, windowSeconds: HOUR },
  trackedOrders: { max: 100, windowSeconds: HOUR },
  // Keys of order links that match no order: nobody can guess a key, and a guess costs the shop little.
  orderKeys: { max: 20, windowSeconds: 10 * MINUTE },
  // A stranger may know the number and the email of an order and must not flood its customer's mailbox.
  orderLinkEmails: { max: 3, windowSeconds: DAY },
  // Messages about one order: few from one person, more from all who have its link. Messages by link do not count
  // against the customer's own limit.
  orderMessagesHere: { max: 5, windowSeconds: HOUR },
  orderLinkMessages: { max: 20, windowSeconds: DAY },
  // Searches without results, of all visitors together: the list for staff is not worth more writes.
  missedSearches: { max: 300, windowSeconds: HOUR },
  // A customer's guesses at discount codes; a right code does not count.
  discountCodes: { max: 20, windowSeconds: 10 * MINUTE },
  // One account must not reserve the shop's stock without end.
  orders: { max: 60, windowSeconds: 10 * MINUTE },
  // Opening a payment page costs a request to the provider, and each payment is then checked for a week.
  paymentPages: { max: 10, windowSeconds: 10 * MINUTE },
  // Voucher purchases that somebody starts: each opens a payment page at the provider.
  voucherPurchases: { max: 20, windowSeconds: HOUR },
  // Trials of the payment keys, for the whole shop: each opens a payment page at the provider.
  keyTrials: { max: 10, windowSeconds: HOUR },
  // Questions to the provider about one payment or trial: anybody can open its return address again and again.
  providerQuestions: { max: 30, windowSeconds: 10 * MINUTE },
  // Guesses at receipt codes, of which there are 2^48; a right code does not count.
  receiptCodes: { max: 10, windowSeconds: 10 * MINUTE },
  // Reviews saved by one buyer: each may bring three photos.
  reviews: { max: 20, windowSeconds: HOUR },
  // Returns that a customer requests, each with up to three photos. By an order's link: few from one network, and a few
  // more from all networks together.
  returns: { max: 20, windowSeconds: HOUR },
  linkReturnsHere: { max: 5, windowSeconds: HOUR },
  linkReturns: { max: 10, windowSeconds: DAY },
  // Each export reads all data about a person and adds a row to a log; counted per downloader, staff included.
  dataFiles: { max: 10, windowSeconds: HOUR },
  // Sales that staff at a till look up by number: numbers can be guessed, and a sale names its buyer.
  receipts: { max: 60, windowSeconds: 10 * MINUTE },
  newTills: { max: 10, windowSeconds: HOUR },
  pinPasswords: { max: 5, windowSeconds: 15 * MINUTE },
  // PIN guesses: few from one person, because a cashier could try them all; more from all together, because otherwise
  // one person could lock another out for a day; and never so many that the few thousand PINs which match a till's
  // stored check could all be tried.
  pinsByOne: { max: 5, windowSeconds: 15 * MINUTE },
  pins: { max: 20, windowSeconds: HOUR },
  // Across all approvers: otherwise one person who tries every PIN of the shop could void them all in an afternoon.
  pinsOfDay: { max: 20, windowSeconds: DAY },
  pinsEver: { max: 60, windowSeconds: 365 * DAY },
} as const satisfies Record<string, RateLimit>

/** How often one network may ask the endpoints of sign-in, all together and each of these; `false`: not counted. */
export const AUTH_REQUESTS = {
  all: { max: 300, windowSeconds: MINUTE },
  to: {
    '/sign-in/*': { max: 20, windowSeconds: MINUTE },
    '/sign-up/*': { max: 20, windowSeconds: MINUTE },
    '/request-password-reset': { max: 10, windowSeconds: MINUTE },
    '/send-verification-email': { max: 10, windowSeconds: MINUTE },
    '/reset-password': { max: 10, windowSeconds: MINUTE },
    '/second-step': { max: 20, windowSeconds: MINUTE },
    '/passkey/*': { max: 40, windowSeconds: MINUTE },
    '/confirm-email': { max: 20, windowSeconds: MINUTE },
    '/change-password': { max: 10, windowSeconds: MINUTE },
    '/get-session': false,
  },
} as const satisfies { all: RateLimit; to: Record<string, RateLimit | false> }

/** The prefix of the keys that hold the mark of a sign-up's password: they are deleted once they no longer count. */
export const SIGN_UP_MARKS = 'same-email sign-up '

/** The prefix of the keys of counts that last longer than a day: the nightly cleanup keeps them. */
export const LASTING_COUNTS = 'pin ever '
