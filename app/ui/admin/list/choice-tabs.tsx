import { Link } from '../../kit/link.tsx'
import { useListAddress } from './use-list-address.ts'

/** Tabs that narrow a list to one kind of its rows; the choice is in the address. */
export function ChoiceTabs<V extends string>({
  label,
  name,
  now,
  choices,
}: {
  label: string
  /** The name of the address's parameter. */
  name: string
  now: V | null
  /** null: without the parameter. */
  choices: readonly (readonly [value: V | null, words: string])[]
}) {
  const address = useListAddress()
  return (
    <nav aria-label={label} className="mb-3 flex flex-wrap gap-2">
      {choices.map(([value, words]) => (
        <Link
          key={value}
          to={address({ [name]: value, after: null })}
          aria-current={now === value ? 'true' : undefined}
          preventScrollReset
          className="inline-flex min-h-11 items-center rounded-full border border-edge bg-sheet px-3 text-sm font-semibold tabular-nums md:px-4 md:text-base hover:bg-sand aria-[current]:border-lake aria-[current]:bg-lake aria-[current]:text-white"
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}
