import type { FieldChange } from '../../../rules/messages/audit/describe-change.ts'

const AT_ONCE = 4

/** A device or an entry without a name is shown by the first part of its id; the file has all of it. */
const shorten = (value: string) =>
  value.replace(/\b([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '$1')

const Fields = ({ changes }: { changes: readonly FieldChange[] }) => (
  <ul className="text-sm">
    {changes.map(({ field, from, to }) => (
      <li key={field} className="wrap-anywhere">
        <span className="text-quiet">{field}:</span>{' '}
        {from === null ? null : to === null ? (
          <del>{shorten(from)}</del>
        ) : (
          <span>{shorten(from)}</span>
        )}
        {from !== null && to !== null ? (
          <>
            <span aria-hidden className="text-quiet">
              {' → '}
            </span>
            <span className="sr-only"> to </span>
          </>
        ) : null}
        {to === null ? null : <span className="font-semibold">{shorten(to)}</span>}
      </li>
    ))}
  </ul>
)

/** The fields that a log entry changed; of a long list the first ones, with the rest folded. */
export function Changes({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return <span className="text-quiet">–</span>
  if (changes.length <= AT_ONCE) return <Fields changes={changes} />
  return (
    <>
      <Fields changes={changes.slice(0, AT_ONCE - 1)} />
      <details>
        <summary className="inline-flex min-h-11 items-center text-sm font-semibold text-lake underline-offset-4 hover:underline">
          {changes.length - AT_ONCE + 1} more
        </summary>
        <Fields changes={changes.slice(AT_ONCE - 1)} />
      </details>
    </>
  )
}
