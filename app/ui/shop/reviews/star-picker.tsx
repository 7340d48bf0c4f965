import { Icon } from '../../kit/icon.tsx'
import { STAR } from './star-shape.ts'

const LABELS = ['Poor', 'Could be better', 'All right', 'Good', 'I love it'] as const

/** Chooses one to five stars; all stars up to the chosen one are filled, without scripts too. */
export const StarPicker = ({ chosen, error }: { chosen: string; error?: string | undefined }) => (
  <fieldset
    aria-invalid={error ? true : undefined}
    aria-describedby={error ? 'stars-error' : undefined}
    className={error ? 'border-l-4 border-alarm pl-3' : undefined}
  >
    <legend className="mb-1 font-semibold">How many stars?</legend>
    <div className="-ml-2.5 flex">
      {LABELS.map((label, n) => (
        <label
          key={label}
          className="group grid min-h-12 min-w-12 cursor-pointer place-items-center rounded-card text-clay hover:bg-sand has-focus-visible:outline-3 has-focus-visible:outline-lake forced-colors:has-checked:outline-2"
        >
          <input
            type="radio"
            name="stars"
            value={n + 1}
            required
            defaultChecked={chosen === String(n + 1)}
            className="sr-only"
          />
          <Icon
            shape={STAR}
            size={34}
            strokeWidth={1.5}
            className="group-has-checked:fill-current group-[:has(~label_input:checked)]:fill-current"
          />
          <span className="sr-only">
            {n + 1} of 5: {label}
          </span>
        </label>
      ))}
    </div>
    {error ? (
      <p id="stars-error" className="mt-1 text-sm font-semibold text-alarm">
        {error}
      </p>
    ) : null}
  </fieldset>
)

/** Chooses one of a few values, as buttons. */
export const Choices = ({
  legend,
  name,
  chosen,
  options,
}: {
  legend: string
  name: string
  chosen: string
  options: readonly (readonly [value: string, label: string])[]
}) => (
  <fieldset>
    <legend className="mb-2 font-semibold">{legend}</legend>
    <div className="flex flex-wrap gap-2">
      {options.map(([value, label]) => (
        <label
          key={value}
          className="relative inline-flex min-h-11 cursor-pointer items-center rounded-card border border-edge bg-sheet px-4 font-semibold hover:bg-sand has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-lake forced-colors:has-checked:outline-2"
        >
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={chosen === value}
            className="sr-only"
          />
          {label}
        </label>
      ))}
    </div>
  </fieldset>
)
