import type { ReactNode } from 'react'
import { Labelled } from '../../kit/field.tsx'

const STEP =
  'size-[44px] shrink-0 rounded-card border border-edge bg-sheet text-xl leading-none font-semibold hover:bg-sand'

/** A number of units: typed, scanned, or changed by the buttons. */
export function UnitsField({
  name,
  label,
  units,
  onUnits,
  error,
  hint,
}: {
  name: string
  label: ReactNode
  units: string
  onUnits: (units: string) => void
  error?: string | undefined
  hint?: ReactNode
}) {
  const step = (by: number) => onUnits(String(Math.max(0, (Number(units) || 0) + by)))
  return (
    <Labelled
      // The error comes without a page load, so it is read aloud at once.
      field={{ label, hint, error: error && <span role="alert">{error}</span> }}
      renderBox={(box) => (
        <div className="flex gap-2">
          <button type="button" aria-label="One less" onClick={() => step(-1)} className={STEP}>
            −
          </button>
          <input
            {...box}
            name={name}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            value={units}
            onChange={(event) => onUnits(event.currentTarget.value)}
            className="block min-h-11 w-28 min-w-0 rounded-card border border-edge bg-sheet px-1 text-center text-lg tabular-nums aria-invalid:border-2 aria-invalid:border-alarm"
          />
          <button type="button" aria-label="One more" onClick={() => step(1)} className={STEP}>
            +
          </button>
        </div>
      )}
    />
  )
}
