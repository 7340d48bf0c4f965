import { readProduct } from '../catalogue/product-form.ts'
import type { ProductErrors } from '../catalogue/product-values.ts'
import { type ImportFault, importFaults } from '../messages/imports/imports.ts'
import { formatCoded } from '../messages/message.ts'
import type { ProductPlan } from './plan-product.ts'

/** The sentence of a fault; what the form of a product says is read out of what was planned. */
export function formatFault(fault: ImportFault, plan: unknown): string {
  if (fault.code !== 'form') return formatCoded(importFaults, fault)
  const read = readProduct((plan as ProductPlan).values, false)
  const errors: ProductErrors = read.ok ? {} : read.errors
  return errors[fault.field as keyof ProductErrors] ?? formatCoded(importFaults, fault)
}
