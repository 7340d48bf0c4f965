import { formatKwacha } from '../../money.ts'
import { error, type Messages } from '../message.ts'

/** Refusals of store credit and vouchers. */
export const creditRefusals = {
  'credit-amount-bad': error('Please type an amount in whole kwacha, above 0.'),
  'credit-email-bad': error('Please type an email address, or leave it empty.'),
  'credit-reason-missing': error('Please say why, so that others understand it later.'),
  'credit-second-person': error(
    'Somebody else has to agree: you have asked for this credit yourself, or it is sent to you.',
  ),
  'credit-failed': error('Failed to save the store credit. Nothing was changed.'),
} satisfies Messages

/** The HTTP status of what is refused of store credit. */
export const creditStatuses = {
  'credit-amount-bad': 400,
  'credit-email-bad': 400,
  'credit-reason-missing': 400,
  'credit-second-person': 403,
  'credit-failed': 500,
} as const

/** Notices of store credit and vouchers. */
export const creditNotices = {
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
  'credit-unblocked': { title: 'Store credit allowed again' },
} satisfies Messages
