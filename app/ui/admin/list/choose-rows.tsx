import { useEffect, useRef, useState } from 'react'

/** The ids of the ticked rows of a list; `list` is the ref of the element around them. */
export function useChosen<R extends { id: string }>(rows: readonly R[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Scripts come late: applies the ticks from before them.
    if (list.current) setChosen(readTicked(list.current))
  }, [])
  // Rows that are no longer shown are not chosen, so that nobody acts on rows that they do not see.
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
 * The classes of the bulk acts within a `group/ticks`. They are shown once a row is ticked (its box has `data-tick`),
 * by CSS alone until or unless scripts run, and always in browsers without scripting.
 */
export const shownWith = (isTicked: boolean, as: keyof typeof SHOWN) => SHOWN[as][isTicked ? 0 : 1]

/** Ticks all rows that are shown, or none. */
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
    {/* Not an <output>, because a control within a label is not part of the label's text. */}
    <span aria-live="polite">{count === 0 ? 'Select all' : `${count} selected`}</span>
  </label>
)
