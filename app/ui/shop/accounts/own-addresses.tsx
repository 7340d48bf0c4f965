import { Form, useNavigation } from 'react-router'
import { type AddressErrors, LONGEST, type SavedAddress } from '../../../rules/checkout/checkout.ts'
import { NO_ADDRESS, type PostalAddress } from '../../../rules/orders/orders.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { useSentKey } from '../../kit/request-field.tsx'
import { ShippingFields } from '../checkout/address-fields.tsx'
import { AddressWords } from '../checkout/address-words.tsx'
import { AccountRow } from './account-row.tsx'
import { useSending } from './own-details.tsx'

type Sent = { values: PostalAddress; errors: AddressErrors }

/** The account's addresses: the default one, which fills in the next checkout, and the others. */
export function OwnAddresses({
  addresses,
  districts,
  sent,
}: {
  addresses: readonly SavedAddress[]
  districts: readonly string[]
  sent: Sent | undefined
}) {
  const { formData } = useNavigation()
  const busy = formData?.get('address-id')
  const added = useSentKey(addresses.map(({ id }) => id).join(), ['save-address'])
  return (
    <section id="addresses" aria-labelledby="addresses-title" className="mt-10">
      <h2 id="addresses-title" className="text-2xl">
        Addresses
      </h2>
      {addresses.length === 0 ? (
        <p className="mt-1 text-quiet">None yet. Save one, and the next checkout begins with it.</p>
      ) : (
        <ul className="mt-3 grid gap-3">
          {addresses.map((address) => {
            const { id, isDefault } = address
            const text = `${address.address}, ${address.city}`
            return (
              <AccountRow
                key={id}
                act={
                  <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
                    <input type="hidden" name="address-id" value={id} />
                    {isDefault ? null : (
                      <Button name="intent" value="default-address" aria-busy={busy === id}>
                        Make default<span className="sr-only">: {text}</span>
                      </Button>
                    )}
                    <Button name="intent" value="remove-address" aria-busy={busy === id}>
                      Remove<span className="sr-only"> {text}</span>
                    </Button>
                  </Form>
                }
              >
                <AddressWords address={address} />
              </AccountRow>
            )
          })}
        </ul>
      )}
      <NewAddress key={added} districts={districts} sent={sent} />
    </section>
  )
}

function NewAddress({ districts, sent }: { districts: readonly string[]; sent: Sent | undefined }) {
  const isSaving = useSending('save-address')
  const { values, errors } = sent ?? { values: NO_ADDRESS, errors: {} }
  const field = (name: 'firstName' | 'lastName' | 'phone') => ({
    name,
    required: true,
    maxLength: LONGEST[name],
    defaultValue: values[name],
    error: errors[name],
  })
  return (
    <details className="mt-3" open={sent !== undefined}>
      <summary className="inline-flex min-h-11 items-center font-semibold text-lake underline-offset-4 hover:underline">
        Add an address
      </summary>
      <Form method="post" preventScrollReset className="mt-2 grid gap-4">
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
          <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
          <TextField
            label="Phone"
            type="tel"
            autoComplete="tel"
            placeholder="0991 234 567"
            {...field('phone')}
          />
        </div>
        <ShippingFields values={values} errors={errors} districts={districts} />
        <p>
          <Button name="intent" value="save-address" aria-busy={isSaving}>
            Save address
          </Button>
        </p>
      </Form>
    </details>
  )
}
