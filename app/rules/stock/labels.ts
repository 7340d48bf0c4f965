import { ean13Bars } from '../catalogue/ean13.ts'
import type { Choice } from '../catalogue/products.ts'
import { code128Bars } from '../till/code128.ts'

/** The content of a label for a garment. */
export type LabelRow = Choice & {
  id: string
  product: string
  price: number
  /** The id of its product, which staff edit when the code is too long for a label. */
  productId: string
  /** The code that a scanner reads: the size's own barcode, the product's when there is no size, else the SKU. */
  code: string
  onHand: number
}

export const LABEL_PAPERS = ['a4', 'roll'] as const
export type LabelPaper = (typeof LABEL_PAPERS)[number]
/** The ways to print labels: from a page, or by the till of the same device (rules/till/label-counts.ts). */
export const LABEL_WAYS = [...LABEL_PAPERS, 'till'] as const
export type LabelWay = (typeof LABEL_WAYS)[number]

/** Labels on an A4 sheet: five in a row of 38 mm, eleven rows of 25 mm. */
export const LABELS_ON_SHEET = 55
/** The most labels that are printed at once: more would be a mistake. */
export const MOST_LABELS = 20 * LABELS_ON_SHEET

/** The most bar modules in 31 mm that a printer of 203 dots per inch can still print apart. */
const MOST_MODULES = 130

/** The bars of a label: EAN-13, else Code 128; null for a code that is too long for one. */
export function labelBars(code: string): number[] | null {
  const bars = ean13Bars(code) ?? code128Bars(code)
  return bars && bars.reduce((sum, width) => sum + width, 0) <= MOST_MODULES ? bars : null
}

/** The number of labels for each row, as typed in the order of the rows; 0 for other text. Cut at `MOST_LABELS`. */
export function countLabels(typed: readonly string[], rows: number): number[] {
  let left = MOST_LABELS
  return Array.from({ length: rows }, (_, at) => {
    const text = typed[at]?.trim() ?? ''
    const count = Math.min(left, /^\d{1,4}$/.test(text) ? Number(text) : 0)
    left -= count
    return count
  })
}
