import {
  type ComponentType,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { SalesOfDay } from '../../../modules/reports/read-sales-by-day.ts'
import { formatAmount } from '../../../rules/money.ts'
import { Panel } from '../panel.tsx'
import { type Bar, barOf, shortDay } from './days.ts'
import { PanelPart } from './panel-part.tsx'

// Large, and only a picture of the table: loaded once the page is in use, or not at all.
type Chart = ComponentType<{ bars: Bar[] }>
const SalesChart = lazy<Chart>(() =>
  import('./sales-chart.tsx').catch(() => ({ default: () => null })),
)

const Key = ({ look, children }: { look: string; children: string }) => (
  <span className="inline-flex items-center gap-2">
    <span className={`size-3.5 rounded-sm ${look}`} /> {children}
  </span>
)

/** Whether an element has a width: not in a folded panel. False before scripts run. */
function useIsShown(place: RefObject<HTMLElement | null>) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!place.current) return undefined
    const observer = new ResizeObserver(([entry]) => setShown((entry?.contentRect.width ?? 0) > 0))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place])
  return isShown
}

/** Sales of the last thirty days, as a chart and as a table. */
export function SalesByDay({ days }: { days: SalesOfDay[] | null }) {
  const place = useRef<HTMLDivElement>(null)
  const isShown = useIsShown(place)
  return (
    <Panel folds title="Sales by day" className="mb-4">
      <PanelPart part={days} error="Error loading sales by day.">
        {(all) => (
          <div className="grid grid-cols-1 gap-4 xl:grid-cols-[1fr_22rem]">
            <div aria-hidden className="needs-script min-w-0 overflow-x-clip">
              <div className="flex gap-5 pb-2 text-sm">
                <Key look="bg-clay">Online</Key>
                <Key look="bg-lake">Till</Key>
              </div>
              <div ref={place} className="h-64 text-sm">
                <Suspense fallback={null}>
                  {isShown ? <SalesChart bars={all.map(barOf)} /> : null}
                </Suspense>
              </div>
            </div>
            <DayTable days={all} />
          </div>
        )}
      </PanelPart>
    </Panel>
  )
}

const DayTable = ({ days }: { days: SalesOfDay[] }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached with the keyboard
  <section aria-label="Sales by day as a table" tabIndex={0} className="max-h-72 overflow-auto">
    <table className="w-full text-sm tabular-nums max-md:text-xs">
      <caption className="pb-1 text-left text-quiet">
        The last {days.length} days in kwacha, newest first
      </caption>
      <thead className="sticky top-0 bg-sheet text-left">
        <tr>
          <th scope="col" className="py-1.5 font-semibold">
            Day
          </th>
          {['Online', 'Till', 'Both'].map((label) => (
            <th key={label} scope="col" className="py-1.5 pl-2 text-right font-semibold">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, online, till }) => (
          <tr key={day} className="border-t border-line">
            <th scope="row" className="py-1.5 text-left font-normal whitespace-nowrap">
              <time dateTime={day}>{shortDay(day)}</time>
            </th>
            <td className="py-1.5 pl-2 text-right">{formatAmount(online)}</td>
            <td className="py-1.5 pl-2 text-right">{formatAmount(till)}</td>
            <td className="py-1.5 pl-2 text-right font-semibold">{formatAmount(online + till)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
