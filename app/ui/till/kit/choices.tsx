import { Press } from './buttons.tsx'

/** A few choices side by side; the chosen one is marked. */
export function Choices<T extends string>({
  label,
  choices,
  chosen,
  onChoose,
  isLocked = false,
}: {
  label: string
  choices: Readonly<Record<T, string>>
  chosen: T
  onChoose: (choice: T) => void
  isLocked?: boolean
}) {
  return (
    <fieldset aria-label={label} className="grid auto-cols-fr grid-flow-col gap-2">
      {(Object.keys(choices) as T[]).map((choice) => (
        <Press
          key={choice}
          aria-pressed={choice === chosen}
          disabled={isLocked}
          className="px-1 aria-pressed:border-2 aria-pressed:border-lake aria-pressed:bg-lake-wash"
          onClick={() => onChoose(choice)}
        >
          {choices[choice]}
        </Press>
      ))}
    </fieldset>
  )
}
