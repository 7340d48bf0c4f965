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
 * The text beside the newsletter's field (ui/shop/footer.tsx): a changed text needs a new version (docs/privacy.md
 * lists all versions).
 */
export const NEWSLETTER_TEXT = {
  version: '2',
  text: 'One email when there is something worth wearing. Unsubscribe any time.',
}
