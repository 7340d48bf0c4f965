import { useState } from 'react'
import { formatChoice } from '../../../rules/messages/catalogue/choice.ts'
import { cutLabels, type LabelCounts, readLabelCounts } from '../../../rules/till/label-counts.ts'
import { codeOfLabel, MOST_TILL_LABELS } from '../../../rules/till/label-rows.ts'
import type { TillProduct } from '../../../rules/till/till-events.ts'
import { MainPress, Press } from '../kit/buttons.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { TypedField } from '../kit/typed-field.tsx'
import { tryTo } from '../notify.ts'
import { useCatalogue } from '../store/use-till.ts'
import { printLabels } from './print-labels.ts'
import {
  dropPrintedLabels,
  forgetLabelRequest,
  labelsWord,
  RequestedLabels,
} from './requested-labels.tsx'

/**
 * Prints labels on this till's paper: the cashier finds a product and types a number for each size. Labels requested in
 * the back office (`asked`, from its link) come first, until they are printed or the window is closed.
 */
export function LabelSheet({ onClose }: { onClose: () => void }) {
  const [product, setProduct] = useState<TillProduct | null>(null)
  const [text, setText] = useState('')
  const [asked, setAsked] = useState(() => readLabelCounts(location.hash))
  const { products } = useCatalogue({ text, categoryId: null }, 6)
  const close = () => {
    forgetLabelRequest()
    onClose()
  }
  const printed = (counts: LabelCounts) => {
    const left = dropPrintedLabels(asked, counts)
    if (left.size === 0) return close()
    setAsked(left)
    setProduct(null)
  }
  return (
    <Sheet title={product ? `Labels: ${product.name}` : 'Print labels'} onClose={close}>
      {product ? (
        <Copies
          product={product}
          asked={asked}
          onBack={() => setProduct(null)}
          onPrinted={printed}
        />
      ) : (
        <>
          {asked.size > 0 ? <RequestedLabels asked={asked} onPick={setProduct} /> : null}
          <TypedField
            data-first
            label="Of which product? Name, SKU or barcode"
            text={text}
            onText={setText}
          />
          <ul aria-live="polite" aria-label="Products to label" className="mt-4 grid gap-2">
            {(text.trim() ? products : []).map((one) => (
              <li key={one.id}>
                <Press className="w-full" onClick={() => setProduct(one)}>
                  <span className="min-w-0 grow text-left wrap-anywhere">{one.name}</span>
                  <span className="font-normal text-quiet">{one.sku}</span>
                </Press>
              </li>
            ))}
          </ul>
          {text.trim() && products.length === 0 ? (
            <p className="mt-4 text-quiet">No products found.</p>
          ) : null}
        </>
      )}
    </Sheet>
  )
}

const countOf = (text: string) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : 0)

function Copies({
  product,
  asked,
  onBack,
  onPrinted,
}: {
  product: TillProduct
  asked: LabelCounts
  onBack: () => void
  onPrinted: (counts: LabelCounts) => void
}) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() => {
    const own = new Map(product.variants.map(({ id }) => [id, asked.get(id) ?? 0]))
    const now = [...cutLabels(own, MOST_TILL_LABELS)].filter(([, count]) => count > 0)
    return Object.fromEntries(now.map(([id, count]) => [id, String(count)]))
  })
  const [isBusy, setBusy] = useState(false)
  const counts = new Map(product.variants.map(({ id }) => [id, countOf(typed[id] ?? '')]))
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const isTooMany = total > MOST_TILL_LABELS
  const print = async () => {
    setBusy(true)
    await tryTo(printLabels(product, counts), () => onPrinted(counts))
    setBusy(false)
  }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void print()
      }}
    >
      <ul className="grid gap-3">
        {product.variants.map((variant) => (
          <li key={variant.id}>
            <TypedField
              label={formatChoice(variant) || product.name}
              hint={codeOfLabel(product, variant)}
              inputMode="numeric"
              maxLength={3}
              placeholder="0"
              text={typed[variant.id] ?? ''}
              onText={(text) => setTyped({ ...typed, [variant.id]: text })}
            />
          </li>
        ))}
      </ul>
      {isTooMany ? (
        <p role="alert" className="font-semibold text-alarm">
          At most {MOST_TILL_LABELS} labels at once, please.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2 *:grow">
        <Press onClick={onBack}>Another product</Press>
        <MainPress type="submit" tone="lake" isBusy={isBusy} disabled={total === 0 || isTooMany}>
          Print {labelsWord(total)}
        </MainPress>
      </div>
    </form>
  )
}
