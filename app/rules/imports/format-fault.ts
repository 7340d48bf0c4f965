import { readProduct } from '../catalogue/product-form.ts'
import type { ProductErrors } from '../catalogue/product-values.ts'
import { type ImportFault, importFaults } from '../messages/imports/imports.ts'
import { formatCoded } from '../messages/message.ts'
import type { ProductPlan } from './plan-product.ts'

/** The message of a fault; for a refusal by the product's form, that form's message about the planned values. */
export function formatFault(fault: ImportFault, plan: unknown): string {
  if (fault.code !== 'form') return formatCoded(importFaults, fault)
  const read = readProduct((plan as ProductPlan).values, false)
  const errors: ProductErrors = read.ok ? {} : read.errors
  return errors[fault.field as keyof ProductErrors] ?? formatCoded(importFaults, fault)
}
