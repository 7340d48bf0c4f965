import { useFetchers } from 'react-router'
import type { CartLineView } from '../../../rules/cart/cart.ts'

/**
 * The lines with the changes of forms in flight applied, and quantity 0 for a line that is being removed
 * (docs/architecture.md, Screens).
 */
export function useCartInFlight<L extends Pick<CartLineView, 'id' | 'quantity'>>(lines: L[]): L[] {
  const asked = new Map<string, number>()
  for (const { formData } of useFetchers()) {
    const line = formData?.get('line')
    if (!formData || typeof line !== 'string') continue
    const to = Number(formData.get('to') ?? formData.get('quantity'))
    asked.set(line, formData.has('to') || formData.has('quantity') ? to : 0)
  }
  return lines.map((line) => {
    const quantity = asked.get(line.id)
    return quantity === undefined || !Number.isInteger(quantity) || quantity > 999
      ? line
      : { ...line, quantity: Math.max(0, quantity) }
  })
}
