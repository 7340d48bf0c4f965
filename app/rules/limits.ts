/** So many within so many seconds, counted for each person, address, network or sale that the key names. */
export type RateLimit = { max: number; windowSeconds: number }

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** How often something may be tried or asked for; `RATE_LIMIT_SCALE` multiplies all of it. */
export const LIMITS = {
  // Guesses at one account: few from one network, or a stranger could lock its owner out; more from all
  // networks together. The right password forgets them.
  passwordsHere: { max: 10, windowSeconds: 15 * MINUTE },
  passwords: { max: 100, windowSeconds: 15 * MINUTE },
  // Guesses at the code of a second step, by who has the password: of a million codes three count at a time.
  secondSteps: { max: 10, windowSeconds: 15 * MINUTE },
  secondStepsOfDay: { max: 50, windowSeconds: DAY },
  // Emails that strangers can have sent to one address, whether it has an account or not.
  accountEmails: { max: 5, windowSeconds: HOUR },
  // Emails about sign-ins on new devices: nobody's postbox is filled by who knows the password.
  newDeviceEmails: { max: 10, windowSeconds: DAY },
  // Refused requests that the log of an account tells.
  loggedRefusals: { max: 30, windowSeconds: HOUR },
  // A second tap: what was asked for is on its way, and its link works.
  sameEmail: { max: 1, windowSeconds: MINUTE },
  // Invitations to the staff by one person, and to one address: nobody's postbox is filled.
  invitations: { max: 30, windowSeconds: HOUR },
  invitationEmails: { max: 5, windowSeconds: DAY },
  newsletterPlaces: { max: 10, windowSeconds: HOUR },
  // Nobody's postbox is filled by a stranger who keeps on tapping.
  newsletterEmails: { max: 3, windowSeconds: DAY },
  // Who waits for what is sold out: a family by one network, nobody's postbox, and no number that a stranger has
  // others text.
  waitlistPlaces: { max: 20, windowSeconds: HOUR },
  waitlistEmails: { max: 5, windowSeconds: DAY },
  // Numbers can be guessed, so addresses must not be: few wrong tries from one network, and few of them at one
  // order; more at one order from all networks together, or a stranger could shut its customer out.
  trackingPlaces: { max: 10, windowSeconds: 10 * MINUTE },
  trackedOrdersHere: { max: 10, windowSeconds: HOUR },
  trackedOrders: { max: 100, windowSeconds: HOUR },
  // Keys of orders' links that open nothing: nobody guesses one, and guessing costs the shop little.
  orderKeys: { max: 20, windowSeconds: 10 * MINUTE },
  // Who knows number and email may be a stranger: nobody's postbox is filled.
  orderLinkEmails: { max: 3, windowSeconds: DAY },
  // What is written about one order: few from one person, more from all who have its link; these take nothing
  // from its customer.
  orderMessagesHere: { max: 5, windowSeconds: HOUR },
  orderLinkMessages: { max: 20, windowSeconds: DAY },
  // Searches that found nothing, of all visitors together: what is listed to staff is worth so many writes.
  missedSearches: { max: 300, windowSeconds: HOUR },
  // A customer's guesses at discount codes; the right one counts no more.
  discountCodes: { max: 20, windowSeconds: 10 * MINUTE },
  // One account cannot hold the shop's stock for others without end.
  orders: { max: 60, windowSeconds: 10 * MINUTE },
  // A page costs a question to the provider, and each is asked about for a week.
  paymentPages: { max: 10, windowSeconds: 10 * MINUTE },
  // Vouchers that somebody begins to buy: each opens a page of the provider.
  voucherPurchases: { max: 20, windowSeconds: HOUR },
  // Trials of the payment keys, of the whole shop: each opens a page of the provider.
  keyTrials: { max: 10, windowSeconds: HOUR },
  // Guesses at the codes of receipts, of 2^48; the right one counts no more.
  receiptCodes: { max: 10, windowSeconds: 10 * MINUTE },
  // Reviews saved by one buyer: each may bring three photos.
  reviews: { max: 20, windowSeconds: HOUR },
  // Returns that a customer asks for, each with up to three photos; by an order's link few of one network, and of
  // all together.
  returns: { max: 20, windowSeconds: HOUR },
  linkReturnsHere: { max: 5, windowSeconds: HOUR },
  linkReturns: { max: 10, windowSeconds: DAY },
  // Each reads all that is known of somebody and leaves a line in a log; counted by who downloads, staff as well.
  dataFiles: { max: 10, windowSeconds: HOUR },
  // Sales that somebody at a till calls by their number: it can be guessed, and they name who bought.
  receipts: { max: 60, windowSeconds: 10 * MINUTE },
  newTills: { max: 10, windowSeconds: HOUR },
  pinPasswords: { max: 5, windowSeconds: 15 * MINUTE },
  // Few from one person, or a cashier could try them all; more from all together, or one could lock another
  // out for a day; and never so many that the few thousand PINs which a till's check leaves could be tried.
  pinsByOne: { max: 5, windowSeconds: 15 * MINUTE },
  pins: { max: 20, windowSeconds: HOUR },
  // Over all approvers: one person who tries every PIN of the house would make them all void in an afternoon.
  pinsOfDay: { max: 20, windowSeconds: DAY },
  pinsEver: { max: 60, windowSeconds: 365 * DAY },
} as const satisfies Record<string, RateLimit>

/** What begins the keys that bear the mark of a sign-up's password: they go as soon as they count no more. */
export const SIGN_UP_MARKS = 'same-email sign-up '

/** What begins the keys of counts that last longer than a day: the nightly tidying leaves them. */
export const LASTING_COUNTS = 'pin ever '
