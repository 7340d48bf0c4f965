import { useState } from 'react'

/** The ticked rows of a list, by their ids. */
export function useChosen<R extends { id: string }>(rows: readonly R[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // Rows that are no longer shown are no longer chosen: nobody acts on what is not seen.
  const shown = rows.filter((row) => chosen.has(row.id)).map((row) => row.id)
  const toggle = (id: string) => {
    const next = new Set(shown)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const toggleAll = () =>
    setChosen(shown.length === rows.length ? new Set() : new Set(rows.map((row) => row.id)))
  return { shown, toggle, toggleAll }
}

/** Ticks every row that is shown, or none. */
export const ChooseAll = ({
  count,
  of,
  onToggle,
}: {
  count: number
  of: number
  onToggle: () => void
}) => (
  <label className="needs-script inline-flex min-h-11 items-center gap-2">
    <input
      type="checkbox"
      checked={of > 0 && count === of}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < of
      }}
      onChange={onToggle}
      className="size-5"
    />
    {/* No <output>: a control within a label is no part of its text. */}
    <span aria-live="polite">{count === 0 ? 'Select all' : `${count} selected`}</span>
  </label>
)
