import { useEffect, useRef, useState } from 'react'

/** The ticked rows of a list, by their ids; `list` holds all of them. */
export function useChosen<R extends { id: string }>(rows: readonly R[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Scripts come late: what was ticked before them is chosen.
    if (list.current) setChosen(readTicked(list.current))
  }, [])
  // Rows that are no longer shown are no longer chosen: nobody acts on what is not seen.
  const shown = rows.filter((row) => chosen.has(row.id)).map((row) => row.id)
  const toggle = (id: string) => {
    const next = new Set(shown)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const toggleAll = () =>
    setChosen(shown.length === rows.length ? new Set() : new Set(rows.map((row) => row.id)))
  return { list, shown, toggle, toggleAll }
}

const readTicked = (list: HTMLElement): ReadonlySet<string> => {
  const boxes = list.querySelectorAll<HTMLInputElement>('[data-tick]:checked')
  return new Set(Array.from(boxes, ({ value }) => value))
}

const SHOWN = {
  flex: ['flex', 'hidden group-has-[[data-tick]:checked]/ticks:flex [@media(scripting:none)]:flex'],
  contents: [
    'contents',
    'hidden group-has-[[data-tick]:checked]/ticks:contents [@media(scripting:none)]:contents',
  ],
} as const

/**
 * How what is done to ticked rows stands in a `group/ticks`: there once a row is ticked (its box has `data-tick`), by
 * the style alone until scripts have come, or where they cannot be had; always where none run.
 */
export const shownWith = (isTicked: boolean, as: keyof typeof SHOWN) => SHOWN[as][isTicked ? 0 : 1]

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
