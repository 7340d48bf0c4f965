import { settings } from '../../settings/settings.ts'
import type { EmailContent } from './content.ts'

export const confirmNewsletterEmail = (
  to: string,
  confirmUrl: string,
  leaveUrl: string,
): EmailContent => ({
  to,
  subject: `Yes to the newsletter of ${settings().name}?`,
  greeting: 'Hello,',
  paragraphs: ['You asked to hear about new arrivals and sales. One tap and you are on the list.'],
  button: { label: 'Yes, write to me', url: confirmUrl },
  after: [`Changed your mind? Unsubscribe here:\n${leaveUrl}`],
  unsubscribeUrl: leaveUrl,
})
