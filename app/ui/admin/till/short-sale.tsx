import type { AdminSaleDetails } from '../../../modules/till/sales/find-admin-sale.ts'
import type { OpenDrawer } from '../../../modules/till/shifts/drawer-cash.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { REFUND_WAY_CHOICES, REFUND_WAY_WORDS } from '../../../rules/messages/refunds/words.ts'
import { REVIEW_OWN } from '../../../rules/messages/till/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import {
  amountOfEnd,
  isNotPaidWhole,
  mayBeCalledOff,
  SHORT_WAYS,
} from '../../../rules/till/sale-transitions.ts'
import { Button } from '../../kit/button.tsx'
import { Options, SelectField } from '../../kit/field.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { Folded } from '../form/folded.tsx'
import { Part } from '../list/side-panel.tsx'
import { DrawerField, ReferenceField } from '../refunds/refund-fields.tsx'

export type ShortSaleForms = {
  drawers: readonly OpenDrawer[]
  /** The id of the end: pressed twice, it is one. */
  nextEnd: string
}

/** How a sale that was not fully paid was ended, or the two ways to end it. */
export function ShortSale({
  sale,
  forms,
}: {
  sale: AdminSaleDetails
  forms: ShortSaleForms | null
}) {
  const { end } = sale
  if (end)
    return (
      <Part title={end.outcome === 'rest-taken' ? 'The rest was taken' : 'Called off'}>
        <p className="wrap-anywhere">
          {formatKwacha(end.amount)}{' '}
          {end.outcome === 'rest-taken' ? 'in cash' : `given back ${REFUND_WAY_WORDS[end.way]}`}
          {end.till ? `, drawer of ${end.till}` : ''}
          {end.reference ? `, reference ${end.reference}` : ''}, {formatDateTime(end.at)}, {end.by}.
        </p>
      </Part>
    )
  if (!forms || !isNotPaidWhole(sale)) return null
  return (
    <Part title={`${formatKwacha(sale.unpaidAmount)} not paid`}>
      {sale.isOwn || sale.isOwnToEnd ? (
        <p className="font-semibold">{REVIEW_OWN}</p>
      ) : (
        <Ends sale={sale} {...forms} />
      )}
    </Part>
  )
}

const FORM = 'mt-2 grid gap-4 rounded-card bg-sand p-4'

const Ends = ({ sale, drawers, nextEnd }: ShortSaleForms & { sale: AdminSaleDetails }) => (
  <div className="grid gap-3">
    <p>
      {formatKwacha(amountOfEnd(sale, 'called-off'))} came by mobile money. Either the customer pays
      the rest, or the sale is called off.
    </p>
    <Folded label="The rest was taken…">
      <ActForm
        about={{ sale: sale.id, end: nextEnd, amount: `${sale.unpaidAmount}`, way: 'cash' }}
        className={FORM}
      >
        <p>
          {formatKwacha(sale.unpaidAmount)} in cash. Put it into an open drawer first: that drawer
          counts it, and the sale is paid.
        </p>
        <DrawerField label="Into the drawer of" drawers={drawers} required />
        <Button name="intent" value="short-rest-taken" tone="lake">
          The cash is in the drawer
        </Button>
      </ActForm>
    </Folded>
    {mayBeCalledOff(sale, sale.returns.length + (sale.exchange ? 1 : 0)) ? (
      <Folded label="Call the sale off…">
        <ActForm
          about={{
            sale: sale.id,
            end: nextEnd,
            amount: `${amountOfEnd(sale, 'called-off')}`,
          }}
          className={`group/way ${FORM}`}
        >
          <p>
            {formatKwacha(amountOfEnd(sale, 'called-off'))} go back to the customer
            {sale.creditAmount > 0 ? ', and its code’s part on the code' : ''}; the items are for
            sale again. Send or take out the money first, then note it here; if it was given back
            before, note that.
          </p>
          <SelectField label="How" name="way" required defaultValue="">
            <option value="">Choose a way</option>
            <Options of={SHORT_WAYS.map((way) => [way, REFUND_WAY_CHOICES[way]])} />
          </SelectField>
          <ReferenceField />
          <DrawerField drawers={drawers} />
          <Button name="intent" value="short-called-off" tone="lake">
            The money has left
          </Button>
        </ActForm>
      </Folded>
    ) : (
      <p className="text-sm">
        It cannot be called off: something came back for it or of it, or it is a voucher. Where
        something came back for it, its items can be taken back at the till, for what was paid.
      </p>
    )}
  </div>
)
