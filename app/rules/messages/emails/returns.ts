import type { ReturnEmailKind, ReturnStatus } from '../../returns/returns.ts'
import { settings } from '../../settings/settings.ts'
import type { EmailContent } from './content.ts'
import { about, type OrderEmail } from './orders.ts'

const SUBJECTS: Record<ReturnEmailKind | 'requested', (number: string) => string> = {
  requested: (number) => `You want to send back something of your order ${number}`,
  approved: (number) => `You may send back what is wrong with your order ${number}`,
  refused: (number) => `About what you wanted to send back of your order ${number}`,
  received: (number) => `What you sent back of your order ${number} has arrived`,
}
const wordsOf = (): Record<ReturnEmailKind | 'requested', string> => ({
  requested: 'We have read what you want to send back, and answer soon. Please keep it until then.',
  approved: `Bring or send it to ${settings().address.join(', ')}, and put a note with the order number into the parcel.`,
  refused: 'We are sorry: we cannot take it back.',
  received: 'We look at it next. If money is due to you, we write when it has left.',
})

type ReturnWords = { answer: string | null; isExchange: boolean; isByLink?: boolean }

const paragraphsOf = (
  kind: ReturnEmailKind | 'requested',
  { answer, isExchange, isByLink = false }: ReturnWords,
) => [
  wordsOf()[kind],
  ...(isByLink
    ? [
        'It was asked for by the link of the order. Was it not you? Say on the page of the order that you keep it.',
      ]
    : []),
  ...(answer ? [answer] : []),
  ...(isExchange && kind !== 'refused'
    ? ['The size or color that you want is kept for you, and leaves once we have seen yours.']
    : []),
]

/** The WhatsApp message of staff about a return whose customer has no email; null when there is nothing to report. */
export function writeReturnChat(status: ReturnStatus, words: ReturnWords): string | null {
  const kind = (Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[]).find((kind) => kind === status)
  return kind ? paragraphsOf(kind, words).join('\n\n') : null
}

/** The state of a return; `answer` is the staff's own text. */
export const returnEmail = (
  order: OrderEmail,
  kind: ReturnEmailKind | 'requested',
  words: ReturnWords,
): EmailContent => ({
  ...about(order),
  subject: SUBJECTS[kind](order.orderNumber),
  paragraphs: paragraphsOf(kind, words),
  after: [`Questions? Call us: ${settings().supportPhone}`],
})
