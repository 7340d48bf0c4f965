/** How many pieces of a line, from none to all that there can be. */
export const PiecesInput = ({
  name,
  label,
  most,
  start,
}: {
  name: string
  /** Where no words stand beside it that are its own. */
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
