import { formatKwacha } from '../../money.ts'
import { LONGEST_REFUND_REFERENCE, type RefundStatus } from '../../refunds/refunds.ts'
import { error, type Messages } from '../message.ts'
import { payoutNotices, payoutRefusals, payoutStatuses } from './payouts.ts'

/** Refusals of refunds. */
export const refundRefusals = {
  'refund-nothing': error('There is no money of this order that could be given back.'),
  'refund-above-paid': ({ amount, left }: { amount: number; left: number }) =>
    error(
      `${formatKwacha(amount)} is more than is left of what was paid: ${formatKwacha(left)} at most.`,
    ),
  'refund-above-money': ({ amount, left }: { amount: number; left: number }) =>
    error(
      `${formatKwacha(amount)} is more than is left of the money that came: ${formatKwacha(left)} at most. What was paid by store credit goes back as store credit.`,
    ),
  'refund-amount-bad': error('Please type an amount in whole kwacha, above 0.'),
  'refund-lines-bad': error(
    'Choose at least one item, and no more of it than was bought and not given back yet.',
  ),
  'refund-second-first': error(
    'A second person has to agree to this refund before the money leaves. Ask for it without a reference, and send the money after that.',
  ),
  'refund-second-person': error(
    'Somebody else has to agree: you have asked for this refund yourself, or it is for an order of your own.',
  ),
  'refund-reference-missing': error(
    `Please type the reference of the bank or the provider, up to ${LONGEST_REFUND_REFERENCE} characters.`,
  ),
  'refund-way-other': error('Say how the money has left as the refund says that it does.'),
  'drawer-not-open': error(
    'This drawer is not open any more: its shift was counted or closed. Choose another one.',
  ),
  'refund-failed': error('Failed to give the money back. Nothing was noted.'),
  ...payoutRefusals,
} satisfies Messages

/** HTTP statuses of refusals of refunds. */
export const refundStatuses = {
  'refund-nothing': 409,
  'refund-above-paid': 409,
  'refund-above-money': 409,
  'refund-amount-bad': 400,
  'refund-lines-bad': 400,
  'refund-second-first': 409,
  'refund-second-person': 403,
  'refund-reference-missing': 400,
  'refund-way-other': 400,
  'drawer-not-open': 409,
  'refund-failed': 500,
  ...payoutStatuses,
} as const

type Refunded = { orderNumber: string; amount: number }

/** Notices of refunds. */
export const refundNotices = {
  'refund-made': ({ orderNumber, amount, status }: Refunded & { status: RefundStatus }) => {
    if (status === 'awaiting')
      return {
        title: 'A second person has to agree',
        description: `Do not send the ${formatKwacha(amount)} of ${orderNumber} yet: somebody else opens the order and agrees first.`,
      }
    if (status === 'sent') return payoutNotices['payout-sent']({ orderNumber, amount })
    return status === 'done'
      ? {
          title: 'Money given back',
          description: `${formatKwacha(amount)} of ${orderNumber}. The customer is told by email.`,
        }
      : {
          title: 'Refund noted',
          description: `Send the ${formatKwacha(amount)} of ${orderNumber} now, and note here that you have.`,
        }
  },
  'refund-approved': ({ orderNumber, amount }: Refunded) => ({
    title: 'Refund agreed to',
    description: `The ${formatKwacha(amount)} of ${orderNumber} can be sent now.`,
  }),
  'refund-cancelled': ({ orderNumber, amount }: Refunded) => ({
    title: 'Refund called off',
    description: `The ${formatKwacha(amount)} of ${orderNumber} stays with the shop.`,
  }),
  ...payoutNotices,
} satisfies Messages
