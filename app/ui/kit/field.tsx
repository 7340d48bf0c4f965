import { type ComponentProps, type ReactNode, useId } from 'react'

const BOX =
  'block w-full min-h-11 rounded-card border border-edge bg-sheet px-3 text-base placeholder:text-quiet aria-invalid:border-alarm aria-invalid:border-2 [&[readonly]]:bg-sand disabled:bg-sand'

type About = { label: ReactNode; hint?: ReactNode; error?: ReactNode; className?: string }
type Field<Tag extends 'input' | 'textarea' | 'select'> = About &
  Omit<ComponentProps<Tag>, 'className'>

/** A field with its label; screen readers read its hint and its error with it. */
export function Labelled<P extends About>({
  field: { label, hint, error, className, ...rest },
  renderBox,
}: {
  field: P
  renderBox: (box: Omit<P, keyof About>) => ReactNode
}) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      {renderBox({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        ...rest,
      })}
      {hint ? (
        <p id={`${id}-hint`} className="mt-1 text-sm text-quiet">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-alarm">
          {error}
        </p>
      ) : null}
    </div>
  )
}

export const TextField = (field: Field<'input'>) => (
  <Labelled field={field} renderBox={(box) => <input {...box} className={BOX} />} />
)

export const TextArea = (field: Field<'textarea'>) => (
  <Labelled
    field={field}
    renderBox={(box) => <textarea rows={3} {...box} className={`${BOX} py-2`} />}
  />
)

export const SelectField = (field: Field<'select'>) => (
  <Labelled
    field={field}
    renderBox={(box) => <select {...box} className={`${BOX} text-ellipsis`} />}
  />
)

/** The options of a select: the value that is submitted, and the words that are shown. */
export const Options = ({ of }: { of: readonly (readonly [value: string, words: string])[] }) =>
  of.map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ))

/** A check box whose whole label can be pressed. */
export const CheckField = ({
  label,
  className = '',
  ...rest
}: { label: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) => (
  <label className={`flex min-h-11 items-center gap-3 font-semibold ${className}`}>
    <input type="checkbox" {...rest} className="size-5 shrink-0" />
    {label}
  </label>
)
