import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import {
  PRICE_CHANGE_LABELS,
  PRICE_KIND_WORDS,
  PRICE_VALUE_LABELS,
} from '../../../rules/messages/pricing/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import type {
  PriceChangeErrors,
  PriceChangeValues,
} from '../../../rules/pricing/price-change-form.ts'
import {
  LONGEST_CHANGE_NAME,
  LOWEST_PRICE,
  PRICE_CHANGE_KINDS,
  type PriceChangeKind,
} from '../../../rules/pricing/price-changes.ts'
import { Button } from '../../kit/button.tsx'
import { Options, SelectField, TextField } from '../../kit/field.tsx'

const KINDS = PRICE_CHANGE_KINDS.map((kind) => [kind, PRICE_KIND_WORDS[kind]] as const)

/** How prices change, and when. It saves nothing: it requests the preview, whose address holds all of it. */
export function ChangeForm({
  selection,
  values,
  errors,
  onType,
}: {
  /** The products, as the address selects them. */
  selection: readonly (readonly [name: string, value: string])[]
  values: PriceChangeValues
  errors: PriceChangeErrors
  onType: () => void
}) {
  const [kind, setKind] = useState(values.kind as PriceChangeKind)
  const isLoading = useNavigation().state === 'loading'
  const field = (name: keyof PriceChangeValues) => ({
    name,
    label: PRICE_CHANGE_LABELS[name],
    defaultValue: values[name],
    error: errors[name],
  })
  return (
    <Form
      method="get"
      preventScrollReset
      noValidate
      onChange={onType}
      className="on-screen rounded-card border border-line bg-sheet p-4"
    >
      {selection.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          {...field('name')}
          className="sm:col-span-2"
          aria-required
          autoComplete="off"
          maxLength={LONGEST_CHANGE_NAME}
          hint="For the staff: customers do not see it."
        />
        <SelectField
          {...field('kind')}
          onChange={({ currentTarget }) => setKind(currentTarget.value as PriceChangeKind)}
        >
          <Options of={KINDS} />
        </SelectField>
        <TextField
          {...field('value')}
          label={PRICE_VALUE_LABELS[kind]}
          aria-required
          inputMode="numeric"
          autoComplete="off"
          hint={
            kind === 'price'
              ? 'The same for each product.'
              : `The earlier price is crossed out. To whole kwacha, and never below ${formatKwacha(LOWEST_PRICE)}.`
          }
        />
        <TextField
          {...field('from')}
          type="datetime-local"
          hint="By the shop’s clock. At once, if left empty."
        />
        <TextField
          {...field('until')}
          type="datetime-local"
          hint={
            kind === 'price'
              ? 'Then the former price comes back. For good, if left empty.'
              : 'Then the former price comes back. Until you stop it, if left empty.'
          }
        />
      </div>
      <Button className="mt-4" aria-busy={isLoading}>
        Show the new prices
      </Button>
    </Form>
  )
}
