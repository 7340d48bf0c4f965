/** More names would push the dialog's buttons out of view on a phone. */
const MOST = 6

/** The rows of a confirmation: the first few by name, the others as a number. */
export const NamedFew = ({ names }: { names: readonly string[] }) => {
  const shown = names.length > MOST ? names.slice(0, MOST - 1) : names
  const rest = names.length - shown.length
  return (
    <ul className="mb-3 list-disc pl-5 font-semibold">
      {shown.map((name, index) => (
        <li key={index} className="line-clamp-2 wrap-anywhere">
          {name}
        </li>
      ))}
      {rest > 0 ? <li>and {rest} more</li> : null}
    </ul>
  )
}
