import { formatCreditCode } from '../../credit/credit.ts'
import { formatKwacha } from '../../money.ts'
import type { VoucherRefundWay } from '../../refunds/voucher-refunds.ts'
import { settings } from '../../settings/settings.ts'
import { REFUND_WAY_WORDS } from '../refunds/words.ts'
import { type EmailContent, hello } from './content.ts'

type SentCredit = { code: string; balance: number }

/** The sentences of every email that contains a code. */
export const creditSentences = ({ code, balance }: SentCredit) => [
  `Your code: ${formatCreditCode(code)}. It holds ${formatKwacha(balance)}.`,
  'Type it at the checkout under “Gift voucher or store credit”. It pays in parts, does not expire, and whoever has it can spend it: keep it as you keep cash.',
]

/** Staff have issued store credit or a gift voucher to an address. */
export const creditIssuedEmail = (
  to: string,
  credit: SentCredit,
  shopUrl: string,
): EmailContent => ({
  to,
  subject: `${formatKwacha(credit.balance)} to spend at ${settings().name}`,
  greeting: hello(''),
  paragraphs: [
    `You have ${formatKwacha(credit.balance)} to spend at ${settings().name}.`,
    ...creditSentences(credit),
  ],
  button: { label: 'Go to the shop', url: shopUrl },
  after: [`Questions? Call us: ${settings().supportPhone}`],
})

/** A voucher that was bought on the web: goes to its recipient, or to the buyer when nobody else is named. */
export const voucherEmail = (
  to: string,
  credit: SentCredit,
  gift: { from: string; to: string; message: string | null } | null,
  shopUrl: string,
): EmailContent => ({
  to,
  subject: gift
    ? `${formatKwacha(credit.balance)} to spend at ${settings().name}, from ${gift.from}`
    : `Your gift voucher for ${settings().name}`,
  greeting: hello(gift?.to ?? ''),
  paragraphs: [
    gift
      ? `${gift.from} has bought you a gift voucher: ${formatKwacha(credit.balance)} to spend at ${settings().name}.`
      : `Here is the gift voucher that you have bought: ${formatKwacha(credit.balance)} to spend at ${settings().name}.`,
    ...(gift?.message ? [`“${gift.message}”`] : []),
    ...creditSentences(credit),
    'It pays online, and at the till in our shop.',
  ],
  button: { label: 'Go to the shop', url: shopUrl },
  after: [`Questions? Call us: ${settings().supportPhone}`],
})

/** A voucher's money was refunded: goes to the buyer, and to the recipient of the code. */
export const voucherRefundedEmail = (
  to: string,
  { amount, way, isBuyer }: { amount: number; way: VoucherRefundWay; isBuyer: boolean },
): EmailContent => ({
  to,
  subject: `Your gift voucher for ${settings().name} has ended`,
  greeting: hello(''),
  paragraphs: [
    isBuyer
      ? `We have given back the money of your gift voucher, ${formatKwacha(amount)}, ${REFUND_WAY_WORDS[way]}.`
      : `The gift voucher of ${formatKwacha(amount)} that we sent you has ended: its money went back to who had paid it.`,
    'Its code cannot be used any more.',
  ],
  after: [`Questions? Call us: ${settings().supportPhone}`],
})

/** To the buyer of a voucher: the payment came, and where the code was sent. */
export const voucherReceiptEmail = (
  to: string,
  {
    label,
    amount,
    name,
    sentTo,
  }: { label: string; amount: number; name: string; sentTo: string | null },
): EmailContent => ({
  to,
  subject: `Your payment for the gift voucher ${label}`,
  greeting: hello(name),
  paragraphs: [
    `We have received ${formatKwacha(amount)} for a gift voucher. Its number is ${label}.`,
    sentTo
      ? `Its code has gone to ${sentTo} by email.`
      : 'Its code has gone to you in an email of its own.',
    'Has it not arrived? Look among the spam first, then call us and name the number.',
  ],
  after: [`Questions? Call us: ${settings().supportPhone}`],
})
