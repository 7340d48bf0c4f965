import type { ComponentProps, ReactNode } from 'react'

const Check = ({
  label,
  count,
  ...box
}: {
  label: string
  count: number | undefined
  name: string
  value: string
  defaultChecked: boolean
  disabled?: boolean
}) => (
  <label className="flex min-h-11 items-center gap-3 has-disabled:text-quiet">
    <input type="checkbox" {...box} className="size-5 accent-lake" />
    {label}
    {count === undefined ? null : <Count>{count}</Count>}
  </label>
)

type Choice = Omit<ComponentProps<typeof Check>, 'disabled'>
export type Choices = { name: string; choices: readonly Choice[] }

export const isEmpty = ({ count, defaultChecked }: Choice) => count === 0 && !defaultChecked

/** The same list, with entries that match nothing last. */
export const emptyLast = <T,>(list: readonly T[], isEmpty: (one: T) => boolean) => [
  ...list.filter((one) => !isEmpty(one)),
  ...list.filter(isEmpty),
]

/**
 * Choices that every list has. One that matches nothing comes last, and is enabled only while a filter is chosen,
 * because that filter can be removed in the same step.
 */
export const Checks = ({ name, choices, isNarrowed }: Choices & { isNarrowed: boolean }) => (
  <Group name={name}>
    {emptyLast(choices, isEmpty).map((choice) => (
      <Check key={choice.label} {...choice} disabled={!isNarrowed && isEmpty(choice)} />
    ))}
  </Group>
)

export const Count = ({ children }: { children: number }) => (
  <span className="text-sm text-quiet tabular-nums">
    (<span className="sr-only">products: </span>
    {children})
  </span>
)

export function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">{name}</legend>
      {children}
    </fieldset>
  )
}
