import { formatKwacha } from '../../money.ts'
import { error, type Messages, titled } from '../message.ts'

const invalid = titled('Invalid Code')

/** Refusals of store credit and vouchers. */
export const creditRefusals = {
  'credit-blank': invalid('Please type a code.'),
  'credit-invalid': invalid('There is no gift voucher or store credit with this code.'),
  'credit-blocked': invalid('This code is blocked. Please call us about it.'),
  'credit-empty': titled('Nothing Left')('Nothing is left on this code.'),
  'credit-changed': ({ amount }: { amount: number }) =>
    titled('Store Credit Changed')(
      `Your code holds ${formatKwacha(amount)} now. Please check the total before you pay.`,
    ),
  'order-credit-gone': ({ amount, left }: { amount: number; left: number }) =>
    error(
      `${formatKwacha(amount)} of this order were paid by store credit, and ${formatKwacha(left)} are left on that code. The customer has to order anew.`,
    ),
  'credit-amount-bad': error('Please type an amount in whole kwacha, above 0.'),
  'credit-email-bad': error('Please type an email address, or leave it empty.'),
  'credit-reason-missing': error('Please say why, so that others understand it later.'),
  'credit-second-person': error(
    'Somebody else has to agree: you have asked for this credit yourself, or it is sent to you.',
  ),
  'credit-reserve-used': error(
    'The sale of this till has come meanwhile, and took what it needed. Nothing was changed.',
  ),
  'voucher-not-paid': error(
    'Only the money of a gift voucher that was bought on the web or at the till is given back here.',
  ),
  'voucher-not-whole': error(
    'Only a voucher of which nothing was spent is given back, and not while it is blocked. Nothing was changed.',
  ),
  'voucher-second-person': error(
    'Somebody else has to agree: you have asked for this refund yourself, or have bought, been sent or sold this voucher.',
  ),
  'voucher-failed': error('We could not open the payment page. Nothing was charged: try again.'),
  'credit-failed': error('Failed to save the store credit. Nothing was changed.'),
} satisfies Messages

/** HTTP statuses of refusals of store credit. */
export const creditStatuses = {
  'pos-voucher-sum': 400,
  'credit-amount-bad': 400,
  'credit-email-bad': 400,
  'credit-reason-missing': 400,
  'credit-blank': 400,
  'credit-invalid': 400,
  'credit-blocked': 400,
  'credit-empty': 400,
  'credit-changed': 409,
  'order-credit-gone': 409,
  'credit-second-person': 403,
  'credit-reserve-used': 409,
  'voucher-not-paid': 409,
  'voucher-not-whole': 409,
  'voucher-second-person': 403,
  'voucher-failed': 500,
  'credit-failed': 500,
} as const

/** Notices of store credit and vouchers. */
export const creditNotices = {
  'credit-applied': ({ balance }: { balance: number }) => ({
    title: 'Store credit applied',
    description: `Your code holds ${formatKwacha(balance)}. What it does not pay, you pay as usual.`,
  }),
  'credit-removed': {
    title: 'Store credit removed',
    description: 'Your code keeps what it holds.',
  },
  'credit-issued': ({ amount, isAwaiting }: { amount: number; isAwaiting: boolean }) =>
    isAwaiting
      ? {
          title: 'A second person has to agree',
          description: `The code holds nothing yet: somebody else opens it here and agrees to the ${formatKwacha(amount)} first.`,
        }
      : {
          title: 'Store credit issued',
          description: `${formatKwacha(amount)}. The code stands below.`,
        },
  'credit-approved': ({ amount }: { amount: number }) => ({
    title: 'Store credit agreed to',
    description: `${formatKwacha(amount)} can be spent now.`,
  }),
  'credit-cancelled': { title: 'Store credit called off', description: 'The code holds nothing.' },
  'credit-blocked': {
    title: 'Store credit blocked',
    description: 'Nobody can spend it until it is allowed again.',
  },
  'credit-reserve-ended': {
    title: 'The till holds nothing of it any more',
    description: 'What it held is back on the code.',
  },
  'voucher-refunded': ({ amount, isAwaiting }: { amount: number; isAwaiting: boolean }) =>
    isAwaiting
      ? {
          title: 'A second person has to agree',
          description: `Nobody can spend the code meanwhile. Somebody else opens it here, and gives the ${formatKwacha(amount)} back.`,
        }
      : {
          title: 'Money given back',
          description: `${formatKwacha(amount)}. The code is over.`,
        },
  'voucher-refund-cancelled': {
    title: 'Refund called off',
    description: 'The code holds its money again.',
  },
  'voucher-handled': { title: 'Marked as done' },
  'credit-unblocked': { title: 'Store credit allowed again' },
} satisfies Messages
