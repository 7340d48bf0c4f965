import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../kit/button.tsx'

type Waiting = { orders: number; messages: number; till: number }

/** Orders and things from tills that wait for somebody to decide; nothing when there are none. */
export function NeedsReview({ waiting, most }: { waiting: Waiting | null; most: number }) {
  if (waiting === null)
    return (
      <Alarm label="Orders that need a person" to="/admin/orders">
        <p className="grow font-semibold">Error loading the orders that need a person.</p>
      </Alarm>
    )
  const { orders, messages, till } = waiting
  return (
    <>
      {orders > 0 ? (
        <Alarm label="Orders that need a person" to="/admin/orders">
          <p className="min-w-0 grow basis-52">
            <strong>{howMany(orders, most, 'order needs', 'orders need')} a person.</strong> Money
            and goods do not fit: somebody has to decide.
          </p>
        </Alarm>
      ) : null}
      {messages > 0 ? (
        <Alarm label="Messages to answer" to="/admin/orders?messages=waiting">
          <p className="min-w-0 grow basis-52">
            <strong>
              {`${howMany(messages, most, 'order has a message', 'orders have messages')} to answer.`}
            </strong>{' '}
            A customer has written that something is wrong.
          </p>
        </Alarm>
      ) : null}
      {till > 0 ? (
        <Alarm label="Things from tills that need a person" to="/admin/pos-sales">
          <p className="min-w-0 grow basis-52">
            <strong>
              {howMany(till, most, 'thing from a till needs', 'things from tills need')} a person.
            </strong>{' '}
            Each was kept as it came: somebody has to see to it.
          </p>
        </Alarm>
      ) : null}
    </>
  )
}

const howMany = (count: number, most: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count}${count >= most ? ' or more' : ''} ${many}`

const Alarm = ({ label, to, children }: { label: string; to: string; children: ReactNode }) => (
  <section
    aria-label={label}
    className="mb-4 flex flex-wrap items-center gap-3 rounded-card border-2 border-alarm bg-alarm-wash px-4 py-3"
  >
    <TriangleAlert aria-hidden className="shrink-0 text-alarm" />
    {children}
    <ButtonLink to={to}>Look at them</ButtonLink>
  </section>
)
