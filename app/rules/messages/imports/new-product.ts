import type { ProductPlan } from '../../imports/plan-product.ts'
import { formatAmount, formatKwacha } from '../../money.ts'
import { STATUS_WORDS } from '../catalogue/words.ts'

/** What a row of a file would add, to be checked before the import. `category`: its path in the file. */
export function formatNewProduct({ values }: Pick<ProductPlan, 'values'>, category: string) {
  const { variants, trackInventory, status } = values
  const stock =
    variants.length > 0 ? variants.map((one) => one.inventory) : [values.inventory_quantity]
  const pieces = stock.reduce((sum, count) => sum + Number(count), 0)
  const choices = [
    countOf(
      variants.map(({ size }) => size),
      'size',
    ),
    countOf(
      variants.map(({ color }) => color),
      'color',
    ),
  ]
  return [
    formatKwacha(Number(values.price)),
    values.compare_price && `before ${formatKwacha(Number(values.compare_price))}`,
    choices.filter(Boolean).join(', ') || 'one size',
    trackInventory
      ? `${formatAmount(pieces)} ${pieces === 1 ? 'piece' : 'pieces'}`
      : 'stock not tracked',
    category.trim() || 'no category',
    STATUS_WORDS[status as keyof typeof STATUS_WORDS],
  ]
    .filter(Boolean)
    .join(' · ')
}

function countOf(values: readonly string[], word: string) {
  const count = new Set(values.filter(Boolean)).size
  return count > 0 && `${count} ${word}${count === 1 ? '' : 's'}`
}
