import { expect, test } from 'vitest'
import { EMPTY_PRODUCT } from '../catalogue/product-values.ts'
import { formatFault } from './format-fault.ts'

const plan = { values: { ...EMPTY_PRODUCT, name: 'Dress', sku: 'D-1', price: '' } }
const form = (field: string) => ({ row: 2, column: 'Name', code: 'form' as const, field })

test('a fault is told in the words of the import, or those of the product form', () => {
  const unknown = { row: 2, column: 'Featured', code: 'yes-or-no' as const }
  expect(formatFault(unknown, null)).toBe('Please write yes or no.')
  expect(formatFault(form('price'), plan)).toBe('Please enter a price. 0 is allowed.')
  // A file may leave the category blank; a field without an error, as of a plan that is right by now, shows its name.
  expect(formatFault(form('category_id'), plan)).toBe('category_id')
  expect(formatFault(form('price'), { values: { ...plan.values, price: '5' } })).toBe('price')
})
