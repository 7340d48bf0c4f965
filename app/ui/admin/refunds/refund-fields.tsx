import type { ReactNode } from 'react'
import type { OpenDrawer } from '../../../modules/till/shifts/drawer-cash.ts'
import { REFUND_WAY_CHOICES } from '../../../rules/messages/refunds/words.ts'
import { LONGEST_REFUND_REFERENCE, REFUND_WAYS } from '../../../rules/refunds/refunds.ts'
import { Options, SelectField, TextField } from '../../kit/field.tsx'

const ONLY_CASH = 'group-not-has-[option[value=cash]:checked]/way:hidden'
const ONLY_BY_REFERENCE =
  'group-not-has-[option:is([value=bank],[value=dashboard]):checked]/way:hidden'
const ONLY_BY_HAND =
  'group-not-has-[option:is([value=bank],[value=dashboard],[value=cash]):checked]/way:hidden'

/**
 * First in a form that has another button before its own: Enter in a field presses the form's first button, which must
 * do what the form is for. Not `hidden`, because older WebKit skips a button that is not rendered.
 */
export const EnterButton = ({ intent }: { intent: string }) => (
  <button
    type="submit"
    name="intent"
    value={intent}
    tabIndex={-1}
    aria-hidden
    className="sr-only"
  />
)

export const ReferenceField = ({ required = false }: { required?: boolean }) => (
  <TextField
    label="Reference of the bank or the payment service"
    name="reference"
    maxLength={LONGEST_REFUND_REFERENCE}
    autoComplete="off"
    required={required}
    className={`min-w-0 grow ${ONLY_BY_REFERENCE}`}
  />
)

export const DrawerField = ({
  label = 'Out of the drawer of',
  drawers,
  required = false,
}: {
  label?: string
  drawers: readonly OpenDrawer[]
  required?: boolean
}) => (
  <SelectField
    label={label}
    name="shift"
    required={required}
    className={`min-w-0 grow ${ONLY_CASH}`}
  >
    <option value="">{drawers.length === 0 ? 'No shift is open' : 'Choose a drawer'}</option>
    <Options of={drawers.map((one) => [one.shiftId, `${one.till} (${one.openedBy})`])} />
  </SelectField>
)

/** The ways to refund; only a shop with a payment service pays out to wallets. */
export const waysOf = (canPayOut: boolean) =>
  REFUND_WAYS.flatMap((way) =>
    way === 'wallet' && !canPayOut ? [] : [[way, REFUND_WAY_CHOICES[way]] as const],
  )

/** The fields for money that has already left: its reference, or the drawer. */
export const ByHandFields = ({
  drawers,
  children,
}: {
  drawers: readonly OpenDrawer[]
  children: ReactNode
}) => (
  <fieldset className={`grid gap-3 ${ONLY_BY_HAND}`}>
    <legend className="mb-1 font-semibold">Has the money left already?</legend>
    <p className="text-sm text-quiet">Then say how it can be found. {children}</p>
    <ReferenceField />
    <DrawerField drawers={drawers} />
  </fieldset>
)

/** The fields for the reason and a note. */
export const WhyFields = ({
  reasons,
  note,
  longest,
}: {
  reasons: readonly (readonly [value: string, words: string])[]
  /** The label of the note's field. */
  note: string
  longest: number
}) => (
  <>
    <SelectField label="Why" name="reason" required defaultValue="">
      <option value="">Choose a reason</option>
      <Options of={reasons} />
    </SelectField>
    <TextField label={note} name="note" maxLength={longest} autoComplete="off" />
  </>
)
