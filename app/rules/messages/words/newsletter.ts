import type { SubscriberState } from '../../newsletter/newsletter.ts'

export const STATE_WORDS: Record<SubscriberState, string> = {
  confirmed: 'Confirmed',
  waiting: 'Waiting to confirm',
  left: 'Left',
}
