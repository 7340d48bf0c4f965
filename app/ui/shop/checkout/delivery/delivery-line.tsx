import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { DeliveryOffer } from '../../../../modules/checkout/offer-delivery.ts'
import {
  DISTRICT_FIELD,
  readDistrictCookie,
  writeDistrictCookie,
} from '../../../../rules/checkout/chosen-district.ts'
import { formatKwacha } from '../../../../rules/money.ts'
import { Button } from '../../../kit/button.tsx'
import { SelectField } from '../../../kit/field.tsx'
import { useIsLive } from '../../../kit/use-is-live.ts'

const CHANGED = 'zovala:district-changed'

function listen(notify: () => void) {
  window.addEventListener(CHANGED, notify)
  return () => window.removeEventListener(CHANGED, notify)
}

function keepDistrict(district: string) {
  // Not by CookieStore, which is missing in browsers that shoppers use.
  document.cookie = writeDistrictCookie(district)
  window.dispatchEvent(new Event(CHANGED))
}

/**
 * Shows the price and the days of delivery before anything is ordered. The district is stored on the device; a cached
 * page shows that of the shop until scripts have read it. Without scripts a form asks the server.
 */
export function DeliveryLine({ offer, isFree }: { offer: DeliveryOffer; isFree: boolean }) {
  const { search } = useLocation()
  const isLive = useIsLive()
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLSelectElement>(null)
  const kept = useSyncExternalStore(
    listen,
    () => readDistrictCookie(document.cookie),
    () => '',
  )
  const isKnown = offer.ways.some(({ districts }) => districts.includes(kept))
  const district = isKnown ? kept : offer.district
  const way = offer.ways.find(({ districts }) => districts.includes(district))
  // The shown district is a choice even if no courier goes there: otherwise the browser would select the first one.
  const choices = new Set([offer.district, ...offer.ways.flatMap(({ districts }) => districts)])
  const asked = [...new URLSearchParams(search)].filter(([name]) => name !== DISTRICT_FIELD)

  useEffect(() => {
    // Scripts come late: stores what was chosen before them, in the field or in the address.
    const before = form.current && new FormData(form.current).get(DISTRICT_FIELD)
    if (typeof before === 'string' && before !== offer.district) keepDistrict(before)
    else if (new URLSearchParams(window.location.search).get(DISTRICT_FIELD) === offer.district)
      keepDistrict(offer.district)
  }, [offer.district])

  useEffect(() => {
    // Not by a key, which would replace the list that the keyboard has just chosen in.
    if (field.current) field.current.value = district
  }, [district])

  return (
    <details className="rounded-card bg-sheet px-4 text-sm">
      <summary className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2">
        <span aria-live="polite">
          {way ? (
            <>
              To <strong>{district}</strong>{' '}
              {isFree ? (
                <strong className="text-leaf">free</strong>
              ) : (
                `from ${formatKwacha(way.price)}`
              )}
              , {way.days}
            </>
          ) : (
            `No courier goes to ${district} at the moment.`
          )}
        </span>
        <span className="font-semibold text-lake underline underline-offset-4">
          Change<span className="sr-only"> district</span>
        </span>
      </summary>
      <form ref={form} method="get" className="flex flex-wrap items-end gap-2 pb-4">
        {asked.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SelectField
          ref={field}
          label="Deliver to"
          name={DISTRICT_FIELD}
          defaultValue={district}
          onChange={({ target }) => keepDistrict(target.value)}
          className="grow"
        >
          {[...choices].sort().map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
        {isLive ? null : <Button>Show</Button>}
      </form>
    </details>
  )
}
