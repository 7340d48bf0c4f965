import { type ComponentProps, type ReactNode, useId } from 'react'

const BOX =
  'block w-full min-h-11 rounded-card border border-edge bg-sheet px-3 text-base aria-invalid:border-alarm aria-invalid:border-2 [&[readonly]]:bg-sand disabled:bg-sand'

type About = { label: ReactNode; hint?: ReactNode; error?: string | undefined; className?: string }

/** A labelled field: its hint and its error stand beside it and are read with it. */
function Labelled({
  label,
  hint,
  error,
  className,
  children,
}: About & { children: (ids: { id: string; describedBy: string | undefined }) => ReactNode }) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      {children({ id, describedBy: describedBy || undefined })}
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

export function TextField({
  label,
  hint,
  error,
  className,
  ...rest
}: About & Omit<ComponentProps<'input'>, 'className'>) {
  return (
    <Labelled {...{ label, hint, error, ...(className && { className }) }}>
      {({ id, describedBy }) => (
        <input
          id={id}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          {...rest}
          className={BOX}
        />
      )}
    </Labelled>
  )
}

export function TextArea({
  label,
  hint,
  error,
  className,
  ...rest
}: About & Omit<ComponentProps<'textarea'>, 'className'>) {
  return (
    <Labelled {...{ label, hint, error, ...(className && { className }) }}>
      {({ id, describedBy }) => (
        <textarea
          id={id}
          rows={3}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          {...rest}
          className={`${BOX} py-2`}
        />
      )}
    </Labelled>
  )
}

export function SelectField({
  label,
  hint,
  error,
  className,
  children,
  ...rest
}: About & Omit<ComponentProps<'select'>, 'className'>) {
  return (
    <Labelled {...{ label, hint, error, ...(className && { className }) }}>
      {({ id, describedBy }) => (
        <select
          id={id}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          {...rest}
          className={BOX}
        >
          {children}
        </select>
      )}
    </Labelled>
  )
}
