import type { ListedReturns } from '../../../modules/returns/list-returns.ts'
import type { OpenDrawer } from '../../../modules/till/shifts/drawer-cash.ts'
import { Button } from '../../kit/button.tsx'
import { CheckField, Options, SelectField } from '../../kit/field.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { ByHandFields, EnterButton, waysOf } from '../refunds/refund-fields.tsx'
import { type ProposedWallet, WalletFields } from '../refunds/wallet-fields.tsx'

export type SettleParts = {
  drawers: readonly OpenDrawer[]
  wallet: ProposedWallet
  canPayOut: boolean
  /** The id of the refund that settles a return. */
  nextRefund: string
}

/** Settles a return by a refund like any other, or by none when something else was sent instead. */
export const SettleForm = ({
  one,
  drawers,
  wallet,
  canPayOut,
  nextRefund,
}: SettleParts & { one: ListedReturns['rows'][number] }) => (
  <ActForm
    about={{ return: one.id, version: one.version, refund: nextRefund }}
    className="group/way mt-2 grid gap-3 rounded-card bg-sand p-4"
  >
    <EnterButton intent="return-settle" />
    <SelectField label="Money for what came back" name="way" required defaultValue="">
      <option value="">Choose a way</option>
      <Options
        of={[
          ...waysOf(canPayOut),
          ['none', 'None: something else was sent, or nothing came'] as const,
        ]}
      />
    </SelectField>
    <CheckField label="With the delivery" name="delivery" />
    {canPayOut ? <WalletFields wallet={wallet} /> : null}
    <ByHandFields drawers={drawers}>Else it waits under Money back.</ByHandFields>
    <Button name="intent" value="return-settle" tone="lake">
      Settle the return
    </Button>
  </ActForm>
)
