import { formatKwacha } from '../../money.ts'
import { settings } from '../../settings/settings.ts'
import { formatChoice } from '../catalogue/choice.ts'
import type { EmailContent } from './content.ts'

type Waiting = {
  to: string
  product: string
  size: string | null
  color: string | null
  leaveUrl: string
}

const nameOf = (what: Pick<Waiting, 'product' | 'size' | 'color'>) => {
  const choice = formatChoice(what)
  return choice ? `${what.product} (${choice})` : what.product
}

export const confirmWaitlistEmail = ({
  to,
  leaveUrl,
  confirmUrl,
  ...what
}: Waiting & { confirmUrl: string }): EmailContent => ({
  to,
  subject: `Shall we tell you when it is back? ${what.product}`,
  greeting: 'Hello,',
  paragraphs: [
    `Somebody gave us this address to be told when ${nameOf(what)} is back at ${settings().name}. One tap and we will.`,
  ],
  button: { label: 'Yes, tell me', url: confirmUrl },
  after: [`It was not you, or you changed your mind? Then do nothing, or tap here:\n${leaveUrl}`],
  unsubscribeUrl: leaveUrl,
})

export const backInStockEmail = ({
  to,
  leaveUrl,
  url,
  price,
  ...what
}: Waiting & { url: string; price: number }): EmailContent => ({
  to,
  subject: `${what.product} is back`,
  greeting: 'Hello,',
  paragraphs: [
    `You asked us to tell you: ${nameOf(what)} is back, ${formatKwacha(price)}.`,
    'We do not keep it for you, and others have asked for it too.',
  ],
  button: { label: 'See it', url },
  after: [
    `This was the one email about it. To take your address off our list at once:\n${leaveUrl}`,
  ],
  unsubscribeUrl: leaveUrl,
})
