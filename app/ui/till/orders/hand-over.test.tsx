import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Parcel } from '../../../rules/orders/parcel.ts'
import { HandOver } from './hand-over.tsx'

const seen = (triesLeft: number) => {
  const parcel: Parcel = {
    orderId: 'order',
    orderNumber: 'ZOV-2026-000001',
    customer: 'Chisomo Banda',
    total: 0,
    paidAt: null,
    courier: 'Pickup',
    collectAt: null,
    isPart: false,
    parts: [],
    triesLeft,
    lines: [],
  }
  return renderToStaticMarkup(<HandOver parcel={parcel} onDone={() => {}} onRefused={() => {}} />)
}

test('a parcel without a try left takes no code at the till, and its window says what else to do', () => {
  expect(seen(1)).toContain('1 of 5 tries are left')
  expect(seen(1)).toContain('Code of the customer')
  expect(seen(0)).not.toMatch(/<input|<button/)
  expect(seen(0)).toContain('No code is taken any more.')
})
