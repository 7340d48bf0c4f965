import { TriangleAlert } from 'lucide-react'
import { ButtonLink } from '../../kit/button.tsx'

type Waiting = Record<'orders' | 'messages' | 'reviews' | 'badReviews' | 'till' | 'texts', number>

/** Orders and things from tills that wait for somebody to decide; nothing when there are none. */
export function NeedsReview({ waiting, most }: { waiting: Waiting | null; most: number }) {
  if (waiting === null)
    return (
      <Alarm
        label="Orders that need a person"
        to="/admin/orders"
        count="Error loading the orders that need a person."
      />
    )
  const { orders, messages, reviews, badReviews, till, texts } = waiting
  return (
    <>
      <Alarm
        label="Orders that need a person"
        to="/admin/orders"
        count={howMany(orders, most, 'order needs a person', 'orders need a person')}
      >
        Money and goods do not fit: somebody has to decide.
      </Alarm>
      <Alarm
        label="Messages to answer"
        to="/admin/orders?messages=waiting"
        count={howMany(
          messages,
          most,
          'order has a message to answer',
          'orders have messages to answer',
        )}
      >
        A customer has written that something is wrong.
      </Alarm>
      <Alarm
        label="New reviews"
        to="/admin/reviews?state=new"
        count={howMany(reviews, most, 'review is new', 'reviews are new')}
      >
        {badReviews > 0
          ? `With one or two stars: ${badReviews}. An answer is read by everybody who looks at the product.`
          : 'Customers read what the shop answers.'}
      </Alarm>
      <Alarm
        label="Things from tills that need a person"
        to="/admin/pos-sales"
        count={howMany(
          till,
          most,
          'thing from a till needs a person',
          'things from tills need a person',
        )}
      >
        Each was kept as it came: somebody has to see to it.
      </Alarm>
      <Alarm
        label="Customers to text"
        to="/admin/waitlist"
        count={howMany(
          texts,
          most,
          'customer waits for a WhatsApp message',
          'customers wait for a WhatsApp message',
        )}
      >
        What they asked for is in stock again.
      </Alarm>
    </>
  )
}

/** Null for none. */
const howMany = (count: number, most: number, one: string, many: string) =>
  count === 0
    ? null
    : count === 1
      ? `1 ${one}.`
      : `${count}${count >= most ? ' or more' : ''} ${many}.`

/** Says how many wait and what for; nothing for none. */
const Alarm = ({
  label,
  to,
  count,
  children,
}: {
  label: string
  to: string
  count: string | null
  children?: string
}) =>
  count === null ? null : (
    <section
      aria-label={label}
      className="mb-4 flex flex-wrap items-center gap-3 rounded-card border-2 border-alarm bg-alarm-wash px-4 py-3"
    >
      <TriangleAlert aria-hidden className="shrink-0 text-alarm" />
      <p className="min-w-0 grow basis-52">
        <strong>{count}</strong> {children}
      </p>
      <ButtonLink to={to}>Look at them</ButtonLink>
    </section>
  )
