import { formatKwacha } from '../../money.ts'
import type { RefundWay } from '../../refunds/refunds.ts'
import { settings } from '../../settings/settings.ts'
import { REFUND_WAY_WORDS } from '../refunds/words.ts'
import type { EmailContent } from './content.ts'
import { creditSentences } from './credit.ts'
import { about, type OrderEmail } from './orders.ts'

const WHEN: Record<RefundWay, string> = {
  bank: 'With most banks it is there on the next working day.',
  dashboard: 'It may take some days until you see it.',
  cash: 'You have it in hand.',
  wallet: 'It is in the wallet now.',
  credit: 'It is yours at once.',
}

/** The shop has refunded money of an order. */
export const orderRefundedEmail = (
  order: OrderEmail,
  {
    amount,
    way,
    credit = null,
  }: { amount: number; way: RefundWay; credit?: { code: string; balance: number } | null },
): EmailContent => ({
  ...about(order),
  subject: `We have given back ${formatKwacha(amount)} of your order ${order.orderNumber}`,
  paragraphs: [
    `We have given back ${formatKwacha(amount)} of your order ${order.orderNumber} ${REFUND_WAY_WORDS[way]}. ${WHEN[way]}`,
    ...(credit ? creditSentences(credit) : []),
  ],
  after: [`It has not come, or something is wrong with it? Call us: ${settings().supportPhone}`],
})
