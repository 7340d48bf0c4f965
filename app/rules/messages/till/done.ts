import { formatAmount, formatKwacha } from '../../money.ts'
import type { Messages } from '../message.ts'

const byWhom = (title: string) => (params: { by: string }) => ({
  title,
  description: `By ${params.by}.`,
})
const entries = (count: number, kind = '') =>
  `${formatAmount(count)} ${kind}${count === 1 ? 'entry' : 'entries'}`

/** A till's messages of success. */
export const tillDone = {
  'sale-held': { title: 'Sale held', description: 'Resume it from Held sales.' },
  'voucher-cancelled': { title: 'Sale cancelled', description: 'No voucher was made.' },
  /** `ending`: the end of the code that holds the money of returned items, and pays a part of the sale again. */
  'sale-cancelled': ({
    isSuspended,
    ending,
    wasApproved,
  }: {
    isSuspended: boolean
    ending: string | null
    wasApproved: boolean
  }) => ({
    title: 'Sale cancelled',
    description: [
      isSuspended ? 'The goods are under Held sales' : 'The items are in the cart again',
      ending ? `, and store credit …${ending} pays a part` : '',
      wasApproved ? '; what was approved has to be approved again.' : '.',
    ].join(''),
  }),
  'discount-approved': byWhom('Discount approved'),
  'refund-approved': byWhom('Refund approved'),
  'exchange-on-code': (params: { amount: number; ending: string; number: string }) => ({
    title: `${formatKwacha(params.amount)} are store credit …${params.ending}`,
    description: `${params.number} is taken back. Its customer has the code by email.`,
  }),
  'exchange-in-cash': (params: { amount: number; number: string }) => ({
    title: `Give the customer ${formatKwacha(params.amount)}`,
    description: `${params.number} is taken back; the cash is out of this drawer by the books.`,
  }),
  'return-not-made': (params: { number: string }) => ({
    title: 'Nothing was booked',
    description: `${params.number} is not taken back, and its cash is in the drawer. To take it back, look for the order again.`,
  }),
  'cash-moved': (params: { way: 'in' | 'out'; amount: number; why: string }) => ({
    title: params.way === 'in' ? 'Cash put in' : 'Cash taken out',
    description: `${formatKwacha(params.amount)}: ${params.why}`,
  }),
  'parcel-handed-over': (params: { orderNumber: string; isPart: boolean }) => ({
    title: 'Parcel handed over',
    description: params.isPart
      ? `The rest of ${params.orderNumber} is still to come; its code stays the same.`
      : `${params.orderNumber} is delivered.`,
  }),
  'pin-set': { title: 'PIN set', description: 'You can unlock this till with it.' },
  'till-ready': (params: { name: string }) => ({
    title: 'Till ready',
    description: `This device is ${params.name}.`,
  }),
  'till-renamed': (params: { name: string }) => ({
    title: 'Name changed',
    description: `This till is ${params.name} now.`,
  }),
  'signed-out-here': {
    title: 'Signed out',
    description: 'PINs on this device still unlock it.',
  },
  'unsent-saved': (params: { count: number }) => ({
    title: 'Saved to a file',
    description: `${entries(params.count)}. They stay here as well.`,
  }),
  'unsent-loaded': (params: { count: number }) => ({
    title: 'File loaded',
    description: `${entries(params.count, 'new ')} to send.`,
  }),
} satisfies Messages
