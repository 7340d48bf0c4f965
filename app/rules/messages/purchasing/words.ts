import { formatDate } from '../../dates.ts'
import { formatAmount } from '../../money.ts'
import type { DeliveryState } from '../../purchasing/deliveries.ts'
import type { DeliveryConflict, HeadField } from '../../purchasing/delivery-form.ts'
import type { SupplierValues } from '../../purchasing/supplier-form.ts'

export const DELIVERY_WORDS: Record<DeliveryState, string> = {
  draft: 'Draft',
  open: 'Expected',
  partly: 'Partly received',
  received: 'Received',
  closed: 'Closed',
}

export const DELIVERY_LABELS: Record<HeadField, string> = {
  supplier: 'Supplier',
  expected_on: 'Expected on',
  note: 'Note',
}

const amountOf = (amount: number | null) => (amount === null ? '' : formatAmount(amount))

/** The row of a conflict: what it is of, and both values. */
export function describeConflict(
  conflict: DeliveryConflict,
  suppliers: readonly { id: string; name: string }[],
) {
  if (conflict.of === 'units') {
    const { name, mine, theirs, booked } = conflict
    const saved = formatAmount(theirs)
    return {
      label: name,
      mine: formatAmount(mine),
      theirs: booked > 0 ? `${saved} (${formatAmount(booked)} booked already)` : saved,
    }
  }
  const { of, mine, theirs } = conflict
  if (of === 'cost')
    return {
      label: `Cost of one ${conflict.name}`,
      mine: amountOf(conflict.mine),
      theirs: amountOf(conflict.theirs),
    }
  const show = (value: string | null) => {
    if (of === 'supplier') return suppliers.find(({ id }) => id === value)?.name ?? ''
    return value && of === 'expected_on' ? formatDate(value) : (value ?? '')
  }
  return { label: DELIVERY_LABELS[of], mine: show(mine), theirs: show(theirs) }
}

/** The staff's name for a delivery: `D-12`. */
export const deliveryName = (number: number) => `D-${number}`

export const SUPPLIER_LABELS: Record<keyof SupplierValues, string> = {
  name: 'Name',
  phone: 'Phone number',
  note: 'Note',
  isActive: 'Active',
}
