import { MainPress } from './buttons.tsx'
import { TypedField } from './typed-field.tsx'

/** A field for a number that is scanned or typed, with a button that looks it up. */
export function FindForm({
  text,
  onText,
  onFind,
  act,
  isBusy,
  error,
  ...field
}: {
  text: string
  onText: (text: string) => void
  /** Gets the number in capitals, without spaces around it. */
  onFind: (number: string) => Promise<void> | void
  act: string
  isBusy: boolean
  error: string
  label: string
  placeholder: string
  hint: string
}) {
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void onFind(text.trim().toUpperCase())
      }}
    >
      <TypedField
        data-first
        maxLength={40}
        error={error || undefined}
        text={text}
        onText={onText}
        {...field}
      />
      <MainPress type="submit" tone="lake" isBusy={isBusy} disabled={!text.trim()}>
        {isBusy ? 'Looking…' : act}
      </MainPress>
    </form>
  )
}
