import { Children, isValidElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { AdminOrderDetails } from '../../../../modules/orders/staff/find-admin-order.ts'
import { CopyButton } from '../../copy-button.tsx'
import { Customer } from './order-customer.tsx'

const to = {
  firstName: 'Chisomo',
  lastName: 'Banda',
  phone: '+265991234567',
  address: 'Plot 4, Sunnyside',
  city: 'Limbe',
  district: 'Blantyre',
}

const copiedIn = (node: ReactNode): string[] =>
  Children.toArray(node).flatMap((one) => {
    if (!isValidElement<{ children?: ReactNode; text?: string }>(one)) return []
    return one.type === CopyButton ? [one.props.text ?? ''] : copiedIn(one.props.children)
  })

test('the copied address of an order has what a courier needs: name, phone, address, town with district', () => {
  const [firstName, phone] = ['Mary', '+265888000000']
  const order = {
    ...to,
    firstName,
    phone,
    email: null,
    shippingAddress: to,
    billingAddress: { ...to, firstName },
  }
  expect(copiedIn(Customer({ order: order as unknown as AdminOrderDetails }))).toEqual([
    'Chisomo Banda\n+265991234567\nPlot 4, Sunnyside\nLimbe, Blantyre',
  ])
})
