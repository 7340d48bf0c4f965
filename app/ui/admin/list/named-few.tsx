/** More would push the buttons of the question out of sight on a phone. */
const MOST = 6

/** Which ones a question is about: the first few by name, the rest as a number. */
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
