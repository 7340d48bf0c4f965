import { type ReactNode, useRef, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import type { AdminRow } from '../../../modules/catalogue/edit/list-admin-products.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { ChooseAll, shownWith, useChosen } from '../list/choose-rows.tsx'
import { NamedFew } from '../list/named-few.tsx'
import { AdminProductCard } from './product-card.tsx'

const BULK = 'bulk-products'

/** The products as cards, with ticks for acts on several at once. Archiving asks for confirmation. */
export function ProductCards({
  rows,
  children,
}: {
  rows: readonly AdminRow[]
  /** Acts on the whole list. */
  children?: ReactNode
}) {
  const { list, shown, toggle, toggleAll } = useChosen(rows)
  const [isAsking, setAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const isBusy = useNavigation().state === 'submitting'
  const chosen = rows.filter(({ id }) => shown.includes(id))
  const what = chosen.length === 1 ? '1 product' : `${chosen.length} products`
  const archive = () => {
    setAsking(false)
    if (!form.current) return
    const fields = new FormData(form.current)
    fields.set('intent', 'archive')
    void submit(fields, { method: 'post', preventScrollReset: true })
  }
  return (
    <div ref={list} className="group/ticks">
      <div className="on-screen mb-3 flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2">
        <ChooseAll count={shown.length} of={rows.length} onToggle={toggleAll} />
        <Form
          id={BULK}
          ref={form}
          method="post"
          preventScrollReset
          className={`flex-wrap gap-2 max-sm:w-full ${shownWith(shown.length > 0, 'flex')}`}
          onSubmit={(event) => {
            const { submitter } = event.nativeEvent as SubmitEvent
            if (submitter?.getAttribute('value') !== 'archive' || chosen.length === 0) return
            event.preventDefault()
            setAsking(true)
          }}
        >
          <RequestField />
          {ACTS.map(([intent, label]) => (
            <Button key={intent} name="intent" value={intent} disabled={isBusy} className={HALF}>
              {label}
            </Button>
          ))}
          <Button
            formMethod="get"
            formAction="/admin/price-changes/new"
            disabled={isBusy}
            className={HALF}
          >
            Change prices…
          </Button>
        </Form>
        {/* Hidden on a phone while products are ticked, to make room for the acts on them. */}
        <div className="contents max-sm:group-has-[[data-tick]:checked]/ticks:hidden">
          {children}
        </div>
      </div>
      <ul className="grid gap-3">
        {rows.map((product, index) => (
          <AdminProductCard
            key={product.id}
            product={product}
            isFirst={index < 3}
            choice={{
              form: BULK,
              isChosen: shown.includes(product.id),
              onToggle: () => toggle(product.id),
            }}
          />
        ))}
      </ul>
      {isAsking ? (
        <ConfirmDialog
          title={`Archive ${what}?`}
          text={
            <>
              <NamedFew names={chosen.map(({ name }) => name)} />
              <p>
                Out of the shop and the till at once. Old orders keep them, and they can be
                restored.
              </p>
            </>
          }
          act={`Archive ${what}`}
          onNo={() => setAsking(false)}
          onYes={archive}
        />
      ) : null}
    </div>
  )
}

/** The width of a button, two of which share a row on a phone. */
const HALF = 'max-sm:basis-[calc(50%-0.25rem)] max-sm:px-2'

const ACTS = [
  ['activate', 'Activate'],
  ['deactivate', 'Deactivate'],
  ['archive', 'Archive'],
] as const
