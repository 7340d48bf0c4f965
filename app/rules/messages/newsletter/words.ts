import type { ConsentAct, SubscriberState } from '../../newsletter/newsletter.ts'

export const STATE_WORDS: Record<SubscriberState, string> = {
  confirmed: 'Confirmed',
  waiting: 'Waiting to confirm',
  left: 'Unsubscribed',
}

export const CONSENT_WORDS: Record<ConsentAct, string> = {
  asked: 'Asked for it',
  confirmed: 'Confirmed it',
  left: 'Left it',
}

/**
 * What stands beside the box of the newsletter (ui/shop/footer.tsx): another text is another version (docs/privacy.md
 * has them all).
 */
export const NEWSLETTER_TEXT = {
  version: '2',
  text: 'One email when there is something worth wearing. Unsubscribe any time.',
}
