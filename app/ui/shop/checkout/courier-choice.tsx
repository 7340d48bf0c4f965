import type { Quote } from '../../../rules/checkout/quote.ts'
import { formatKwacha } from '../../../rules/money.ts'
import type { Courier } from '../../../shop.ts'
import { Section } from './section.tsx'

/**
 * Who brings the parcel. Beside each stands the whole amount with it: a customer without scripts has
 * seen what they pay before they press Pay.
 */
export function CourierChoice({
  couriers,
  chosen,
  quoteWith,
  onChoose,
}: {
  couriers: readonly Courier[]
  chosen: string
  quoteWith: (courier: Courier) => Quote
  onChoose: (id: string) => void
}) {
  return (
    <Section title="Courier service" id="courier">
      <fieldset className="min-w-0">
        <legend className="sr-only">Courier service</legend>
        <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
          {couriers.map((courier) => {
            const terms = quoteWith(courier)
            return (
              <div key={courier.id}>
                <label className="flex min-h-14 flex-wrap items-center gap-x-3 rounded-card border border-edge bg-sheet px-4 py-2 hover:bg-sand has-checked:border-lake has-checked:bg-lake-wash has-checked:outline-2 has-checked:-outline-offset-2 has-checked:outline-lake has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-lake">
                  <input
                    type="radio"
                    name="courier"
                    value={courier.id}
                    required
                    defaultChecked={courier.id === chosen}
                    onChange={() => onChoose(courier.id)}
                    className="size-5 shrink-0 accent-lake"
                  />
                  <span className="min-w-0 grow basis-24">
                    <span className="block leading-tight font-semibold">{courier.name}</span>
                    {terms.isFreeDelivery ? null : (
                      <span className="block text-sm text-quiet">
                        Total {formatKwacha(terms.total)}
                      </span>
                    )}
                  </span>
                  <span className="ml-auto font-semibold whitespace-nowrap tabular-nums">
                    {terms.isFreeDelivery ? 'Free' : formatKwacha(courier.price)}
                  </span>
                </label>
                <input type="hidden" name={`seen_total.${courier.id}`} value={terms.total} />
              </div>
            )
          })}
        </div>
      </fieldset>
    </Section>
  )
}
