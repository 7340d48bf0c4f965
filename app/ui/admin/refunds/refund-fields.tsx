import type { OpenDrawer } from '../../../modules/till/shifts/pay-out-cash.ts'
import { LONGEST_REFUND_REFERENCE } from '../../../rules/refunds/refunds.ts'
import { Options, SelectField, TextField } from '../../kit/field.tsx'

export const ReferenceField = ({ required = false }: { required?: boolean }) => (
  <TextField
    label="Reference of the bank or the payment service"
    name="reference"
    maxLength={LONGEST_REFUND_REFERENCE}
    autoComplete="off"
    required={required}
    className="min-w-0 grow"
  />
)

export const DrawerField = ({
  drawers,
  required = false,
}: {
  drawers: readonly OpenDrawer[]
  required?: boolean
}) => (
  <SelectField
    label="Out of the drawer of"
    name="shift"
    required={required}
    className="min-w-0 grow"
  >
    <option value="">{drawers.length === 0 ? 'No shift is open' : 'Choose a drawer'}</option>
    <Options of={drawers.map((one) => [one.shiftId, `${one.till} (${one.openedBy})`])} />
  </SelectField>
)
