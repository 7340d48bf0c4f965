import { formatChoice } from '../messages/catalogue/choice.ts'
import { formatKwacha } from '../money.ts'
import { settings } from '../settings/settings.ts'
import { type Columns, plainText, type Row, wrapText } from './receipt-rows.ts'
import type { TillProduct, TillVariant } from './till-events.ts'

/** The most labels that a till prints at once: more would be a mistake, and use most of a roll. */
export const MOST_TILL_LABELS = 50
/** The most lines of a name, so that a label stays small. */
const MOST_LINES = 2

/**
 * What a scanner reads from a label, as on those of the back office: the size's own barcode, its product's where there
 * is no size, else the SKU.
 */
export const codeOfLabel = (product: TillProduct, variant: TillVariant) =>
  variant.barcode ||
  (variant.size === null && variant.color === null ? product.barcode : null) ||
  variant.sku

const centred = (text: string, more: Partial<Extract<Row, { kind: 'text' }>> = {}): Row => ({
  kind: 'text',
  text,
  isCentred: true,
  ...more,
})

/**
 * One label on a till's paper, cut at its end: shop, product, size and color, price, barcode and the barcode's text.
 */
function labelRows(product: TillProduct, variant: TillVariant, columns: Columns): Row[] {
  const code = codeOfLabel(product, variant)
  return [
    ...wrapText(settings().name, columns)
      .slice(0, 1)
      .map((line) => centred(line)),
    ...wrapText(product.name, columns)
      .slice(0, MOST_LINES)
      .map((line) => centred(line, { isBold: true })),
    ...wrapText(formatChoice(variant), columns).map((line) => centred(line)),
    // Twice as wide the largest price is as wide as the narrow paper.
    centred(plainText(formatKwacha(product.price)), { size: 'double' }),
    { kind: 'barcode', code },
    ...wrapText(code, columns).map((line) => centred(line)),
    // Shows where the label ends in a print window, which cuts nothing.
    { kind: 'rule' },
    { kind: 'cut' },
  ]
}

/** Repeats each size as often as requested, at most `MOST_TILL_LABELS` labels in all. */
export function rowsOfLabels(
  product: TillProduct,
  counts: ReadonlyMap<string, number>,
  columns: Columns,
): Row[] {
  const all = product.variants.flatMap((variant) =>
    Array.from({ length: Math.min(counts.get(variant.id) ?? 0, MOST_TILL_LABELS) }, () => variant),
  )
  return all.slice(0, MOST_TILL_LABELS).flatMap((variant) => labelRows(product, variant, columns))
}
