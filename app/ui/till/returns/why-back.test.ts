import { expect, test } from 'vitest'
import type { WayOrExchange } from './back-in-cash.tsx'
import { whyBack } from './why-back.ts'

type Reason = 'faulty' | 'wrong' | 'exchange'
const why = (reason: Reason | null, way: WayOrExchange | null) =>
  whyBack<Reason>({ reason, way }, { first: 'faulty', exchange: 'exchange' })

test('the Exchange button selects an exchange, and no faulty item', () => {
  expect(why(null, 'exchange')).toEqual({ reason: 'exchange', way: 'exchange' })
  expect(why('exchange', null)).toEqual({ reason: 'exchange', way: 'exchange' })
})

test('the chosen reason and method of a return stay selected', () => {
  expect(why(null, null)).toEqual({ reason: 'faulty', way: 'cash' })
  expect(why('faulty', 'exchange')).toEqual({ reason: 'faulty', way: 'exchange' })
  expect(why('exchange', 'credit')).toEqual({ reason: 'exchange', way: 'credit' })
  expect(why('wrong', null)).toEqual({ reason: 'wrong', way: 'cash' })
})
