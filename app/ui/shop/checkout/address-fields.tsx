import {
  type AddressErrors,
  type CheckoutValues,
  LONGEST,
} from '../../../rules/checkout/checkout.ts'
import { SelectField, TextField } from '../../kit/field.tsx'
import { Section } from './section.tsx'

type Props = { values: CheckoutValues; errors: AddressErrors }

export function CustomerFields({ values, errors, email }: Props & { email: string }) {
  return (
    <Section title="Customer information">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="First name"
          name="firstName"
          autoComplete="given-name"
          required
          maxLength={LONGEST.firstName}
          defaultValue={values.firstName}
          error={errors.firstName}
        />
        <TextField
          label="Last name"
          name="lastName"
          autoComplete="family-name"
          required
          maxLength={LONGEST.lastName}
          defaultValue={values.lastName}
          error={errors.lastName}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          readOnly
          value={email}
          hint="The order and its receipt go here."
        />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          required
          maxLength={LONGEST.phone}
          placeholder="0991 234 567"
          hint="The courier calls this number."
          defaultValue={values.phone}
          error={errors.phone}
        />
      </div>
    </Section>
  )
}

export function ShippingFields({
  values,
  errors,
  districts,
}: Props & { districts: readonly string[] }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Address"
        name="address"
        autoComplete="street-address"
        required
        maxLength={LONGEST.address}
        placeholder="Plot, street, area, or what it is near"
        defaultValue={values.address}
        error={errors.address}
        className="sm:col-span-2"
      />
      <TextField
        label="City"
        name="city"
        autoComplete="address-level2"
        required
        maxLength={LONGEST.city}
        defaultValue={values.city}
        error={errors.city}
      />
      <SelectField
        label="District"
        name="district"
        autoComplete="address-level1"
        required
        defaultValue={values.district}
        error={errors.district}
      >
        <option value="">Choose a district</option>
        {districts.map((district) => (
          <option key={district}>{district}</option>
        ))}
      </SelectField>
    </div>
  )
}
