import { type AddressErrors, LONGEST } from '../../../rules/checkout/checkout.ts'
import type { PostalAddress } from '../../../rules/orders/orders.ts'
import { SelectField, TextField } from '../../kit/field.tsx'
import { Section } from './section.tsx'

type Props = { values: PostalAddress; errors: AddressErrors }

/** A field of the address, under the name by which browsers know what people type there. */
const field = ({ values, errors }: Props, name: keyof AddressErrors, autoComplete: string) => ({
  name,
  autoComplete,
  required: true,
  defaultValue: values[name],
  error: errors[name],
})
const textField = (props: Props, name: keyof AddressErrors, autoComplete: string) => ({
  ...field(props, name, autoComplete),
  maxLength: LONGEST[name],
})

export function CustomerFields({ email, ...props }: Props & { email: string }) {
  return (
    <Section title="Customer information">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" {...textField(props, 'firstName', 'given-name')} />
        <TextField label="Last name" {...textField(props, 'lastName', 'family-name')} />
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
          type="tel"
          {...textField(props, 'phone', 'tel')}
          placeholder="0991 234 567"
          hint="The courier calls this number."
        />
      </div>
    </Section>
  )
}

export function ShippingFields({ districts, ...props }: Props & { districts: readonly string[] }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Address"
        {...textField(props, 'address', 'street-address')}
        placeholder="Plot, street, area, or what it is near"
        className="sm:col-span-2"
      />
      <TextField label="City" {...textField(props, 'city', 'address-level2')} />
      <SelectField label="District" {...field(props, 'district', 'address-level1')}>
        <option value="">Choose a district</option>
        {districts.map((district) => (
          <option key={district}>{district}</option>
        ))}
      </SelectField>
    </div>
  )
}
