import type { PackingPaper } from '../../../../rules/orders/packing-papers.ts'

export const PRINT_PATH = '/admin/orders/print'

/** Opens the paper in a new tab, by an address that names the orders; without scripts the form itself opens it. */
export function openPaper(paper: PackingPaper, orders: readonly { orderNumber: string }[]) {
  const address = new URLSearchParams({ paper })
  for (const { orderNumber } of orders) address.append('order', orderNumber)
  window.open(`${PRINT_PATH}?${address}`, '_blank', 'noopener')
}
