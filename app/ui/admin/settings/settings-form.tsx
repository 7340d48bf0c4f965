import { useState } from 'react'
import { LABEL_WAY_CHOICES } from '../../../rules/messages/settings/label-ways.ts'
import { PREVIEWS } from '../../../rules/messages/settings/previews.ts'
import { GROUP_LABELS, ZONE_CHOICES } from '../../../rules/messages/settings/words.ts'
import { type FormGroup, GROUP_FIELDS } from '../../../rules/settings/group-fields.ts'
import type { GroupTexts } from '../../../rules/settings/group-texts.ts'
import { DISTRICTS } from '../../../shop.ts'
import { CheckField, Options, SelectField, TextArea, TextField } from '../../kit/field.tsx'
import { fieldsOf } from '../form/use-entry.ts'
import { useErrors } from '../form/use-errors.ts'
import { HINTS, INPUTS } from './setting-inputs.ts'
import { type SettingsAbout, SettingsFrame } from './settings-frame.tsx'
import { groupPath } from './settings-groups.tsx'

/** Label, field and hint share grid rows with the field beside it; a larger field also covers the row of the hint. */
const BESIDE =
  'sm:row-span-5 sm:grid sm:grid-rows-subgrid sm:items-start sm:[&>label]:self-end sm:[&>textarea]:row-span-2'

/** The form of one group of settings, with a preview of its texts. */
export function SettingsForm({
  group,
  isSaved,
  ...about
}: SettingsAbout<GroupTexts> & {
  group: FormGroup
  /** Whether staff have saved the group; otherwise it has the values of the shop's files. */
  isSaved: boolean
}) {
  const start = about.answer?.values ?? about.texts
  const [typed, setTyped] = useState(start)
  const { errors, mend } = useErrors<Partial<GroupTexts>>(about.answer)
  const field = fieldsOf<string>(GROUP_LABELS[group], {}, start, errors)
  return (
    <SettingsFrame
      address={groupPath(group)}
      about={about}
      onField={(name, value) => {
        mend(name)
        setTyped((now) => ({ ...now, [name]: value }))
      }}
      preview={<Preview lines={PREVIEWS[group](typed)} />}
    >
      <div className="-mb-4 grid gap-x-4 *:mb-4 sm:col-span-2 sm:grid-cols-2">
        {isSaved ? null : (
          <p className="text-quiet sm:col-span-2">
            Nothing has been saved on this page yet: these values came with the shop.
          </p>
        )}
        {Object.entries<string>(GROUP_FIELDS[group]).map(([name, kind]) => {
          const box = { ...field(name), hint: HINTS[name] }
          if (kind === 'flag')
            return (
              <div key={name} className={`${BESIDE} sm:[&>label]:row-start-2`}>
                <CheckField
                  name={name}
                  value="true"
                  defaultChecked={start[name] === 'true'}
                  label={box.label}
                />
              </div>
            )
          if (kind === 'district')
            return (
              <SelectField key={name} {...box} className="sm:col-span-2">
                <Options of={DISTRICTS.map((one) => [one, one])} />
              </SelectField>
            )
          if (kind === 'paper')
            return (
              <SelectField key={name} {...box} className="sm:col-span-2">
                <Options of={LABEL_WAY_CHOICES} />
              </SelectField>
            )
          if (kind === 'message')
            return <TextArea key={name} {...box} rows={8} className="sm:col-span-2" />
          // The zones are rendered together, below.
          if (kind === 'zone') return null
          if (kind === 'pages')
            return <TextArea key={name} {...box} rows={4} className="sm:col-span-2" />
          return kind === 'lines' ? (
            <TextArea key={name} {...box} rows={4} className={BESIDE} />
          ) : (
            <TextField
              key={name}
              {...box}
              autoComplete="off"
              {...INPUTS[name]}
              className={BESIDE}
            />
          )
        })}
        {group === 'areas' ? (
          <div className="grid grid-cols-2 gap-3 sm:col-span-2 sm:grid-cols-3">
            <p className="col-span-full text-quiet">
              How far is each district? Each courier has its days for each of these. Where there is
              no delivery nobody can order any more; earlier orders still go there.
            </p>
            {DISTRICTS.map((name) => (
              <SelectField key={name} {...field(name)} className="min-w-0">
                <Options of={ZONE_CHOICES} />
              </SelectField>
            ))}
          </div>
        ) : null}
      </div>
    </SettingsFrame>
  )
}

const Preview = ({ lines }: { lines: string[] }) => (
  <section aria-label="How it reads" className="mt-4 rounded-card bg-sand p-3">
    <h2 className="font-body text-sm font-semibold text-quiet">How it reads</h2>
    {lines.filter(Boolean).map((line) => (
      <p key={line} className="mt-1 whitespace-pre-line wrap-anywhere">
        {line}
      </p>
    ))}
  </section>
)
