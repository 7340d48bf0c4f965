import { Form } from 'react-router'
import type { SubscriberState } from '../../../rules/newsletter/newsletter.ts'
import { Button } from '../../kit/button.tsx'
import { useSending } from './own-details.tsx'

const SUBSCRIPTION: Record<SubscriberState | 'none', string> = {
  confirmed: 'You are on the list.',
  waiting: 'We have sent you an email: tap the link in it, and you are on the list.',
  left: 'You are not on the list.',
  none: 'You are not on the list.',
}

/** Subscribes to the newsletter or unsubscribes, with one button. */
export function NewsletterChoice({ state }: { state: SubscriberState | null }) {
  const isOn = state === 'confirmed'
  return (
    <EmailChoice
      id="newsletter-choice"
      title="Newsletter"
      text={SUBSCRIPTION[state ?? 'none']}
      intent={isOn ? 'leave-newsletter' : 'join-newsletter'}
      act={isOn ? 'Unsubscribe' : state === 'waiting' ? 'Send the email again' : 'Subscribe'}
    />
  )
}

/** Whether the shop asks the customer by email to review an order. */
export const ReviewEmailsChoice = ({ isOn }: { isOn: boolean }) => (
  <EmailChoice
    id="review-emails"
    title="Emails that ask for a review"
    text={
      isOn
        ? 'We ask once for each order, some days after it was delivered.'
        : 'We do not ask you for reviews.'
    }
    intent={isOn ? 'end-review-emails' : 'take-review-emails'}
    act={isOn ? 'Do not ask me' : 'Ask me again'}
  />
)

function EmailChoice({
  id,
  title,
  text,
  intent,
  act,
}: Record<'id' | 'title' | 'text' | 'intent' | 'act', string>) {
  const isSending = useSending(intent)
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-10">
      <h2 id={`${id}-title`} className="text-2xl">
        {title}
      </h2>
      <p className="mt-1 mb-3">{text}</p>
      <Form method="post" preventScrollReset>
        <Button name="intent" value={intent} aria-busy={isSending}>
          {act}
        </Button>
      </Form>
    </section>
  )
}
