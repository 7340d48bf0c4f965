import { expect, test } from 'vitest'
import { isStaffRoute, shopTableOf } from './route-tables.ts'

test('routes of the back office and the till are staff routes, and no others', () => {
  for (const id of ['routes/admin/orders/orders', 'routes/till/start', 'till', 'till-start'])
    expect(isStaffRoute(id), id).toBe(true)
  for (const id of [
    'root',
    'routes/shop/till/x',
    'routes/administrator',
    'x/routes/admin/orders',
    'tills',
    'my-till',
    'till-',
    'till-start.x',
  ])
    expect(isStaffRoute(id), id).toBe(false)
})

test('the customers’ route table is beside the complete one of the build; another file keeps its name', () => {
  expect(shopTableOf('/assets/manifest-0a1b2c3d.js')).toBe('/assets/shop-routes-0a1b2c3d.js')
  for (const url of [
    '/assets/manifest-0a1b2c3d.js.map',
    '/assets/manifest-0a1b.js',
    '/assets/manifest-0a1b-c3d.js',
    '/assets/manifest.js',
  ])
    expect(shopTableOf(url)).toBe(url)
})
