import { formatKwacha } from '../../money.ts'
import { error, type Messages } from '../message.ts'

/** Refusals of ending a sale that is paid only in part. */
export const shortSaleRefusals = {
  'short-ended': error('This sale was ended meanwhile, or in another way. Nothing was changed.'),
  'short-not-called-off': error(
    'Something came back for this sale, or of it, or it is a voucher: it cannot be called off here. Take the rest; where something came back for it, its items can be taken back at the till.',
  ),
  'short-not-ended': error(
    'This sale is not paid whole. End it first: the rest was taken, or it is called off.',
  ),
} satisfies Messages

export const shortSaleStatuses = {
  'short-ended': 409,
  'short-not-called-off': 409,
  'short-not-ended': 409,
} as const

/** Notices of the same. */
export const shortSaleNotices = {
  'short-rest-taken': ({ amount }: { amount: number }) => ({
    title: 'The sale is paid',
    description: `${formatKwacha(amount)} stand in that drawer. The till prints its receipt.`,
  }),
  'short-called-off': ({ amount }: { amount: number }) => ({
    title: 'Called off',
    description: `${formatKwacha(amount)} are given back, and the items are in stock again.`,
  }),
} satisfies Messages
