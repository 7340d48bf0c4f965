import type { DeliveryState } from '../../purchasing/deliveries.ts'
import type { SupplierValues } from '../../purchasing/supplier-form.ts'

export const DELIVERY_WORDS: Record<DeliveryState, string> = {
  draft: 'Draft',
  open: 'Expected',
  partly: 'Partly received',
  received: 'Received',
  closed: 'Closed',
}

/** The staff's name for a delivery: `D-12`. */
export const deliveryName = (number: number) => `D-${number}`

export const SUPPLIER_LABELS: Record<keyof SupplierValues, string> = {
  name: 'Name',
  phone: 'Phone number',
  note: 'Note',
  isActive: 'Active',
}
