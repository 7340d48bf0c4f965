import { formatKwacha } from '../../money.ts'
import { settings } from '../../settings/settings.ts'
import { formatChoice } from '../catalogue/choice.ts'

/**
 * The text beside the form (ui/shop/waitlist/notify-me.tsx): a changed text needs a new version (docs/privacy.md lists
 * all versions).
 */
export const WAITLIST_TEXT = {
  version: '1',
  text: 'One message when it is back, by email, or by WhatsApp from our staff. It is not kept for you, and we use it for nothing else.',
}

/** The WhatsApp message of staff to a waiting customer. */
export const writeBackInStockChat = (what: {
  product: string
  size: string | null
  color: string | null
  price: number
  url: string
}) => {
  const choice = formatChoice(what)
  return `Hello, this is ${settings().name}. You asked us to tell you: ${what.product}${choice ? ` (${choice})` : ''} is back, ${formatKwacha(what.price)}.\n${what.url}`
}
