import { formatCreditCode } from '../../credit/credit.ts'
import { formatKwacha } from '../../money.ts'
import { settings } from '../../settings/settings.ts'
import { type EmailContent, hello } from './content.ts'

type SentCredit = { code: string; balance: number }

/** What every email says that bears a code. */
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
