import type { Messages } from './message.ts'

/** Refusals of payments and their provider. */
export const paymentRefusals = {
  'payment-failed': ({ closed }: { closed?: string }) => ({
    title: 'Payment failed',
    description: closed
      ? `${closed} is no longer waiting for payment. Please check out again.`
      : 'There was an error processing your payment. Please try again.',
  }),
  'provider-unreachable': {
    title: 'Payment failed',
    description:
      'We could not reach the payment service. Nothing was charged. Please try again in a minute.',
  },
  'provider-refused': { title: 'Payment failed', description: 'Failed to initiate payment' },
  'payments-off': {
    title: 'Online payment is off',
    description:
      'This shop takes no payments online at the moment. Nothing was charged, and your cart is kept.',
  },
  'provider-not-asked': {
    title: 'Error',
    description: 'The provider could not be asked. Please try again in a minute.',
  },
} satisfies Messages

/** Notices of payments and their provider. */
export const paymentNotices = {
  'provider-asked': ({ message }: { message: string }) => ({
    title: 'The provider was asked',
    description: message,
  }),
} satisfies Messages
