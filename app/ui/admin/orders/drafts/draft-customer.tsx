import { LONGEST_EMAIL } from '../../../../rules/accounts/longest.ts'
import { LONGEST } from '../../../../rules/checkout/checkout.ts'
import { formatKwacha } from '../../../../rules/money.ts'
import {
  type DraftErrors,
  type DraftValues,
  PAY_WITHIN_HOURS,
} from '../../../../rules/orders/order-draft.ts'
import { Options, SelectField, TextArea, TextField } from '../../../kit/field.tsx'
import type { CourierWay } from './draft-form.tsx'

/** The customer of a draft order, its delivery, and its time to pay. */
export function DraftCustomerFields({
  values,
  errors,
  codeError,
  couriers,
  districts,
  isEdit,
}: {
  values: DraftValues
  errors: DraftErrors
  codeError: string | null
  couriers: readonly CourierWay[]
  /** The districts that the shop delivers to. */
  districts: readonly string[]
  isEdit: boolean
}) {
  const field = (name: keyof DraftErrors & keyof DraftValues) => ({
    name,
    defaultValue: values[name],
    error: errors[name],
    autoComplete: 'off',
  })
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <TextField label="First name" maxLength={LONGEST.firstName} {...field('firstName')} />
      <TextField label="Last name" maxLength={LONGEST.lastName} {...field('lastName')} />
      <TextField
        label="Phone"
        type="tel"
        maxLength={LONGEST.phone}
        placeholder="0991 234 567"
        {...field('phone')}
      />
      {isEdit ? null : (
        <TextField
          label="Email"
          type="email"
          maxLength={LONGEST_EMAIL}
          hint="If there is one: the order then stands in its account."
          {...field('email')}
        />
      )}
      <SelectField
        label="Delivery"
        className="sm:col-span-2"
        name="delivery"
        defaultValue={values.delivery}
        error={errors.delivery}
      >
        <option value="">Choose how it comes to the customer</option>
        <Options of={couriers.map((way) => [way.value, wayWords(way)] as const)} />
      </SelectField>
      <TextField
        label="Address"
        className="sm:col-span-2"
        maxLength={LONGEST.address}
        hint="Not for what is collected."
        {...field('address')}
      />
      <TextField label="City" maxLength={LONGEST.city} {...field('city')} />
      <SelectField
        label="District"
        name="district"
        defaultValue={values.district}
        error={errors.district}
      >
        <option value="">Choose a district</option>
        {districts.map((district) => (
          <option key={district}>{district}</option>
        ))}
        {values.district === '' || districts.includes(values.district) ? null : (
          <option value={values.district}>{`${values.district} (not delivered)`}</option>
        )}
      </SelectField>
      <TextField
        label="Discount code"
        name="code"
        maxLength={LONGEST.code}
        defaultValue={values.code}
        error={codeError}
        autoComplete="off"
        autoCapitalize="characters"
      />
      <SelectField label="To be paid within" name="hours" defaultValue={values.hours}>
        <Options
          of={PAY_WITHIN_HOURS.map((hours) => [String(hours), hoursWords(hours)] as const)}
        />
      </SelectField>
      <TextArea
        label="Note for the delivery"
        className="sm:col-span-2"
        name="notes"
        maxLength={LONGEST.notes}
        defaultValue={values.notes}
      />
    </div>
  )
}

const wayWords = ({ courierName, place, price }: CourierWay) =>
  [place ? `${courierName} to ${place}` : courierName, price > 0 ? formatKwacha(price) : 'free']
    .filter(Boolean)
    .join(', ')

const hoursWords = (hours: number) =>
  hours === 1 ? '1 hour' : hours < 48 ? `${hours} hours` : `${hours / 24} days`
