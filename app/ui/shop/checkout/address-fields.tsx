import type { ReactNode } from 'react'
import {
  type AddressErrors,
  type CheckoutValues,
  LONGEST,
} from '../../../rules/checkout/checkout.ts'
import { formatPlace, type Place } from '../../../rules/checkout/delivery.ts'
import type { PostalAddress } from '../../../rules/orders/orders.ts'
import { Button } from '../../kit/button.tsx'
import { SelectField, TextField } from '../../kit/field.tsx'
import { Section } from './section.tsx'

type Props = { values: PostalAddress; errors: AddressErrors }

/** A field of the address, with the name by which browsers fill it in. */
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
      <div className="grid grid-cols-2 gap-x-3 gap-y-4 sm:gap-4">
        <TextField
          label="First name"
          {...textField(props, 'firstName', 'given-name')}
          className="min-w-0"
        />
        <TextField
          label="Last name"
          {...textField(props, 'lastName', 'family-name')}
          className="min-w-0"
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          readOnly
          value={email}
          hint="The order and its receipt go here."
          className="max-sm:col-span-2"
        />
        <TextField
          label="Phone"
          type="tel"
          {...textField(props, 'phone', 'tel')}
          placeholder="0991 234 567"
          hint="The courier calls this number. For a gift, give the name and number of the person who gets it."
          className="max-sm:col-span-2"
        />
      </div>
    </Section>
  )
}

/**
 * Street, town and district; `required`: whether the browser itself checks them. `guessedCity`: the city that the shop
 * has filled in, which follows the district (complete-place.ts).
 */
export function ShippingFields({
  districts,
  required = true,
  guessedCity,
  ...props
}: Props & { districts: readonly string[]; required?: boolean; guessedCity?: string }) {
  const need = { required, 'aria-required': true }
  return (
    <div className="grid grid-cols-[2fr_3fr] gap-x-3 gap-y-4 sm:grid-cols-2 sm:gap-4">
      <TextField
        label="Address"
        {...textField(props, 'address', 'street-address')}
        {...need}
        placeholder="Plot, street, area, or what it is near"
        className="col-span-2"
      />
      <TextField
        label="City"
        {...textField(props, 'city', 'address-level2')}
        {...need}
        data-guess={guessedCity}
        className="min-w-0"
      />
      <SelectField
        label="District"
        {...field(props, 'district', 'address-level1')}
        {...need}
        className="min-w-0"
      >
        <option value="">Choose a district</option>
        {districts.map((district) => (
          <option key={district}>{district}</option>
        ))}
      </SelectField>
    </div>
  )
}

/**
 * The delivery address. A parcel that is collected needs no street: its fields are hidden then, and keep what was
 * typed. Without scripts the choice is not known yet, so none of them may stop the browser from sending the form.
 */
export function ShippingAddress({
  districts,
  place,
  isSaving,
  children,
  ...props
}: { values: CheckoutValues; errors: AddressErrors } & {
  districts: readonly string[]
  guessedCity: string
  place: Place | null | undefined
  isSaving: boolean
  children: ReactNode
}) {
  return (
    <>
      <Section title="Shipping address">
        {place ? (
          <p>
            You collect it at <strong>{formatPlace(place)}</strong>.
          </p>
        ) : (
          <p className="-mt-1 mb-2 text-sm text-quiet md:-mt-2 md:mb-3">
            Collecting it at our shop or a depot? Choose that below; no street is needed.
          </p>
        )}
        <div hidden={Boolean(place)}>
          <ShippingFields {...props} required={false} districts={districts} />
          <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                name="save_address"
                defaultChecked={props.values.saveAddress}
                className="size-5 accent-lake"
              />
              Save this address when I pay
            </label>
            <Button
              name="intent"
              value="save-address"
              formNoValidate
              formAction="/checkout#addresses"
              aria-busy={isSaving}
            >
              Save address now
            </Button>
          </div>
        </div>
      </Section>
      <div hidden={Boolean(place)}>{children}</div>
    </>
  )
}
