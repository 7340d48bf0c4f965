import { expect, test } from 'vitest'
import { entityPath } from './entity-path.ts'

const line = {
  action: 'edited',
  entity: 'product',
  entityId: 'id-1',
  label: 'FSC-2026-000001',
} as const

test.each([
  ['product', '/admin/edit-product/id-1'],
  ['stock', '/admin/stock/id-1'],
  ['category', '/admin/categories?edit=id-1'],
  ['banner', '/admin/banners?edit=id-1'],
  ['discount', '/admin/discount-codes?edit=id-1'],
  ['order', '/admin/orders?order=FSC-2026-000001'],
  ['pos_sale', '/admin/pos-sales?sale=FSC-2026-000001'],
  ['person', '/admin/customers?person=id-1'],
  ['newsletter', null],
] as const)('a change of a %s links to %s', (entity, path) => {
  expect(entityPath({ ...line, entity })).toBe(path)
})

test('an audit entry of a deleted row, or of an export, has no link', () => {
  expect(entityPath({ ...line, action: 'deleted' })).toBeNull()
  expect(entityPath({ ...line, action: 'exported', entity: 'order' })).toBeNull()
})
