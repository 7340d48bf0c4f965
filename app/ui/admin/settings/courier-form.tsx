import { COURIER_LABELS } from '../../../rules/messages/settings/words.ts'
import { type CourierTexts, fieldOfZone } from '../../../rules/settings/courier-texts.ts'
import { isPickupId } from '../../../rules/settings/delivery-groups.ts'
import { ZONE_NAMES, type Zone } from '../../../shop.ts'
import { CheckField, TextArea, TextField } from '../../kit/field.tsx'
import { fieldsOf } from '../form/use-entry.ts'
import { useErrors } from '../form/use-errors.ts'
import { type SettingsAbout, SettingsFrame } from './settings-frame.tsx'
import { groupPath } from './settings-groups.tsx'

const LIST = groupPath('couriers')

/** The form of a courier: its price, its days by zone, and its depots. */
export function CourierForm({
  id,
  zones,
  ...about
}: SettingsAbout<CourierTexts> & {
  id: string
  /** The districts of each zone. */
  zones: Readonly<Record<Zone, readonly string[]>>
}) {
  const start = about.answer?.values ?? about.texts
  const { errors, mend } = useErrors<Partial<CourierTexts>>(about.answer)
  const field = fieldsOf<keyof CourierTexts>(COURIER_LABELS, {}, start, errors)
  return (
    <SettingsFrame
      address={id === 'new' ? `${LIST}&new` : `${LIST}&edit=${id}`}
      back={LIST}
      about={about}
      onField={mend}
    >
      <TextField {...field('name')} autoComplete="off" hint="Earlier orders keep the old name." />
      <TextField {...field('price')} inputMode="numeric" autoComplete="off" />
      <div className="sm:col-span-2">
        <CheckField
          name="isActive"
          value="true"
          defaultChecked={start.isActive === 'true'}
          label={COURIER_LABELS.isActive}
        />
        {errors.isActive ? (
          <p role="alert" className="text-sm font-semibold text-alarm">
            {errors.isActive}
          </p>
        ) : null}
      </div>
      <h2 className="text-xl sm:col-span-2">Working days on the way</h2>
      <p className="-mt-3 text-quiet sm:col-span-2">
        The fewest and the most, as 1-2. Left empty: it does not go there.
      </p>
      {ZONE_NAMES.map((zone) => (
        <TextField
          key={zone}
          {...field(fieldOfZone(zone))}
          autoComplete="off"
          hint={zones[zone].join(', ') || 'No district lies there.'}
        />
      ))}
      <TextArea
        {...field('depots')}
        rows={6}
        className="sm:col-span-2"
        hint={
          isPickupId(id)
            ? 'District: name, address, town. The one place to which orders and emails send customers.'
            : 'District: name, address, town. Customers may collect there.'
        }
      />
    </SettingsFrame>
  )
}
