/** A number of pieces of a line, from 0 to `most`. */
export const PiecesInput = ({
  name,
  label,
  most,
  start,
}: {
  name: string
  /** The input's name when no visible label belongs to it. */
  label?: string
  most: number
  start: number
}) => (
  <input
    type="number"
    inputMode="numeric"
    name={name}
    min={0}
    max={most}
    defaultValue={start}
    aria-label={label}
    className="min-h-11 w-18 shrink-0 rounded-card border border-edge bg-sheet px-2"
  />
)
