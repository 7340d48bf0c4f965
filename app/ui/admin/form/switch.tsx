import { useFetcher } from 'react-router'

/** Switches on or off at once: shown as pressed while the request is sent, and as before when it is refused. */
export function Switch({
  label,
  isOn,
  action,
  fields,
  name,
}: {
  /** What is switched: `Chitenje Wrap Dress is active`. */
  label: string
  isOn: boolean
  action?: string
  fields: Record<string, string>
  /** The field that carries the requested state, `true` or `false`. */
  name: string
}) {
  const fetcher = useFetcher()
  const sent = fetcher.formData?.get(name)
  const shown = sent == null ? isOn : sent === 'true'
  return (
    <fetcher.Form method="post" {...(action && { action })}>
      {Object.entries(fields).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <button
        type="submit"
        role="switch"
        aria-checked={shown}
        aria-label={label}
        name={name}
        value={String(!shown)}
        className="inline-flex h-11 w-14 items-center justify-center"
      >
        <span
          className={`flex h-7 w-12 items-center rounded-full border-2 px-0.5 transition-colors duration-150 ${shown ? 'border-leaf bg-leaf forced-colors:bg-[Highlight]' : 'border-edge bg-sand'}`}
        >
          <span
            className={`size-5 rounded-full transition-transform duration-150 ${shown ? 'translate-x-4.5 bg-sheet forced-colors:bg-[Canvas]' : 'bg-edge forced-colors:bg-[CanvasText]'}`}
          />
        </span>
      </button>
    </fetcher.Form>
  )
}

/** Switches whether the shop shows or accepts an entry. */
export const ActiveSwitch = ({ id, name, isOn }: { id: string; name: string; isOn: boolean }) => (
  <Switch label={`${name} is active`} isOn={isOn} fields={{ intent: 'switch', id }} name="active" />
)
