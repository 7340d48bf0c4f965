import { Form, useNavigation } from 'react-router'
import type { ShownDraft } from '../../../../modules/checkout/drafts/show-draft.ts'
import type { Message } from '../../../../rules/messages/message.ts'
import { orderSums } from '../../../../rules/messages/orders/order-sums.ts'
import type { DraftErrors, DraftValues } from '../../../../rules/orders/order-draft.ts'
import { Button } from '../../../kit/button.tsx'
import { RequestField } from '../../../kit/request-field.tsx'
import { RefusedBox } from '../../form/refused-box.tsx'
import { SendButton } from '../../form/send-button.tsx'
import { Panel } from '../../panel.tsx'
import { FindField, type SearchResults } from '../../purchasing/find-field.tsx'
import { Sums } from '../lines.tsx'
import { DraftCustomerFields } from './draft-customer.tsx'
import { DraftUnits } from './draft-products.tsx'

export type DraftState = {
  values: DraftValues
  /** Units by variant. */
  units: Record<string, number>
  /** What was typed at a variant and is no number of units. */
  unread: Record<string, string>
  shown: Omit<ShownDraft, 'codeRefusal'>
  codeError: string | null
  errors: DraftErrors
  refusal: Message | null
  search: string
  found: SearchResults | null
  scanned: string | null
  key: string
  /** The version of an order that is changed, as the person saw it. */
  version: number | null
}

/**
 * An order that staff type in for a customer. Nothing is saved before the order is made: every button submits the whole
 * form, and the server returns it with its prices.
 */
export function DraftForm({
  state,
  couriers,
  districts,
  act,
  isEdit = false,
}: {
  state: DraftState
  couriers: readonly CourierWay[]
  districts: readonly string[]
  /** The label of the button that makes or changes the order. */
  act: string
  /** Whether an existing order is changed: it stays in its account. */
  isEdit?: boolean
}) {
  const { shown, values, units, unread, refusal } = state
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" preventScrollReset className="grid grid-cols-1 gap-6">
      <RequestField />
      <input type="hidden" name="key" value={state.key} />
      {state.version === null ? null : <input type="hidden" name="version" value={state.version} />}
      {refusal ? <RefusedBox refusal={refusal} /> : null}
      <FindField
        search={state.search}
        found={state.found}
        mark={`${state.scanned} ${Object.values(units).join()}`}
      />
      {shown.products.map((product) => (
        <DraftUnits
          key={product.id}
          product={product}
          units={units}
          unread={unread}
          scanned={state.scanned}
        />
      ))}
      <Panel title="Customer and delivery">
        <DraftCustomerFields
          values={values}
          errors={state.errors}
          codeError={state.codeError}
          couriers={couriers}
          districts={districts}
          isEdit={isEdit}
        />
      </Panel>
      {shown.quote ? (
        <Panel title="What it comes to">
          <Sums
            rows={orderSums({
              ...shown.quote,
              totalAmount: shown.quote.total,
              creditAmount: 0,
              discountCode: values.code || null,
              ...wayOf(couriers, values.delivery),
            })}
          />
        </Panel>
      ) : null}
      <div className="sticky bottom-(--bar) z-10 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-paper px-4 py-2 md:mx-0 md:px-0">
        <Button name="intent" value="update" disabled={isSending}>
          Update total
        </Button>
        <SendButton isSending={isSending} name="intent" value="save">
          {act}
        </SendButton>
      </div>
    </Form>
  )
}

/** A courier, to the door or to one of its depots. */
export type CourierWay = {
  value: string
  /** Where the parcel is collected; null for delivery to the door, or at the shop. */
  place: string | null
  courierId: string
  courierName: string
  price: number
}

const wayOf = (couriers: readonly CourierWay[], value: string) => {
  const way = couriers.find((one) => one.value === value)
  return { courierId: way?.courierId ?? '', courierName: way?.courierName ?? '', collectAt: null }
}
