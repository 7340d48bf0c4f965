import { TriangleAlert } from 'lucide-react'
import { ButtonLink } from '../../kit/button.tsx'

/** Orders whose money and goods do not fit, and that wait for somebody to decide; nothing when there are none. */
export function NeedsPerson({ count, most }: { count: number | null; most: number }) {
  if (count === 0) return null
  const many = count === most ? `${most} or more orders need` : `${count} orders need`
  return (
    <section
      aria-label="Orders that need a person"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-card border-2 border-alarm bg-alarm-wash px-4 py-3"
    >
      <TriangleAlert aria-hidden className="shrink-0 text-alarm" />
      {count === null ? (
        <p className="grow font-semibold">Error loading the orders that need a person.</p>
      ) : (
        <p className="min-w-0 grow basis-52">
          <strong>{count === 1 ? '1 order needs' : many} a person.</strong> Money and goods do not
          fit: somebody has to decide.
        </p>
      )}
      <ButtonLink to="/admin/orders">Look at them</ButtonLink>
    </section>
  )
}
