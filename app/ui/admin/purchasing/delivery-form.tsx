import { useEffect, useRef } from 'react'
import { Form, useFetcher, useLocation, useNavigation } from 'react-router'
import type { Conflict } from '../../../rules/conflict.ts'
import type { Message } from '../../../rules/messages/message.ts'
import {
  byProduct,
  type DeliveryLine,
  type DeliveryState,
} from '../../../rules/purchasing/deliveries.ts'
import { Button } from '../../kit/button.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { ConflictNotice } from '../form/conflict-notice.tsx'
import { SendButton } from '../form/send-button.tsx'
import { DeliveryHead } from './delivery-head.tsx'
import { DeliverySum } from './delivery-sum.tsx'
import { FindField, type SearchResults } from './find-field.tsx'
import { ProductUnits } from './product-units.tsx'
import { readChanged, useTyped } from './use-typed.ts'

type Props = {
  delivery: {
    state: DeliveryState
    supplierId: string | null
    note: string
    expectedOn: string | null
    lines: readonly DeliveryLine[]
  }
  suppliers: readonly { id: string; name: string }[]
  search: string
  found: SearchResults | null
  /** The line that was scanned last. */
  scanned: number | null
  answer: { values: Record<string, string>; message?: Message; conflict?: Conflict } | null
}

/**
 * A delivery as it is entered: one form, whose every button first saves what was typed. With scripts each number is
 * saved when its field is left, so that a reload or another device continues with it.
 */
export function DeliveryForm({ delivery, suppliers, search, found, scanned, answer }: Props) {
  const { state, lines } = delivery
  // In a draft the product that was added last comes first, below the search field that found it.
  const products = state === 'draft' ? byProduct(lines).reverse() : byProduct(lines)
  const form = useRef<HTMLFormElement>(null)
  const refused = answer ? readChanged(answer.values) : {}
  const { pathname } = useLocation()
  const notice = useRef<HTMLDivElement>(null)
  const conflict = answer?.conflict
  useEffect(() => {
    // The button that was pressed stays in sight, and the notice may be far from it.
    if (conflict) notice.current?.scrollIntoView({ block: 'center' })
  }, [conflict])
  const keeping = useFetcher()
  const { typed, sent, noteTyped, noteSent } = useTyped(lines)
  const isSending = useNavigation().formMethod === 'POST'
  const keep = () => {
    // Both values of a conflict stay on the screen until the person decides.
    if (!form.current || isSending || conflict) return
    const fields = new FormData(form.current)
    fields.set('intent', 'keep')
    noteSent(form.current)
    void keeping.submit(fields, { method: 'post' })
  }
  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      className="grid grid-cols-1 gap-6"
      // Every button saves all that was typed, so the save of the last field is dropped: its answer would come while
      // the delivery is booked, be refused, and show the page as it was before.
      onSubmit={() => keeping.reset()}
      onInput={({ currentTarget }) => noteTyped(currentTarget)}
      onBlur={({ target }) => {
        if (!(target instanceof HTMLInputElement) || target.value === target.defaultValue) return
        // The search is not saved: without a connection the save would be retried instead of the search.
        if (target.name !== 'find') keep()
      }}
    >
      <RequestField />
      <FindField
        search={search}
        found={found}
        mark={`${scanned} ${unitsOf(lines)} ${lines.length}`}
      />
      {products.map((sizes) => (
        <ProductUnits
          key={sizes[0]?.productId}
          lines={sizes}
          typed={refused}
          sent={sent}
          scanned={scanned}
          isExpected={state !== 'draft'}
        />
      ))}
      <DeliveryHead
        delivery={delivery}
        suppliers={suppliers}
        typed={answer?.values ?? {}}
        sent={sent}
      />
      {conflict ? (
        <div ref={notice}>
          <ConflictNotice conflict={conflict} reload={pathname} />
        </div>
      ) : null}
      {/* On a phone, where two rows of it would lie on fields, it is the end of the form. */}
      <div className="-mx-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-paper px-4 py-2 max-md:[&_button]:px-3 md:sticky md:bottom-(--bar) md:z-10 md:mx-0 md:px-0">
        {answer?.message ? (
          <p
            role="alert"
            className="w-full rounded-card bg-alarm-wash p-3 font-semibold text-alarm"
          >
            {answer.message.description ?? answer.message.title}
          </p>
        ) : null}
        <DeliverySum lines={lines} typed={{ ...refused, ...typed }} />
        <Button name="intent" value="save" disabled={isSending}>
          Save
        </Button>
        {state === 'draft' ? (
          <Button name="intent" value="expect" disabled={isSending}>
            Mark as expected
          </Button>
        ) : null}
        <SendButton isSending={isSending} name="intent" value="book">
          Book into stock
        </SendButton>
      </div>
    </Form>
  )
}

const unitsOf = (lines: readonly DeliveryLine[]) =>
  lines.reduce((sum, { arriving }) => sum + arriving, 0)
