import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText, holds, kwacha } from '../../../tests/support/properties/holds.ts'
import { LARGEST_TOTAL } from '../money.ts'
import { fillSentence, PLACEHOLDER_NAMES } from '../orders/ready-sentences.ts'
import {
  DAY_PLACEHOLDERS,
  type DaySums,
  fillDayMessage,
  isDayMessage,
  netSales,
  writeDayChat,
} from './day-sums.ts'

const amountOf = (text: string | undefined) =>
  text === undefined || text === 'Free' ? 0 : Number(text.replace('−', '-').replace(/[^\d-]/g, ''))

describe('texts with the shop’s totals', () => {
  const takings = fc.record({ count: fc.nat(10_000), amount: kwacha(LARGEST_TOTAL) })
  const day: fc.Arbitrary<DaySums['day']> = fc.record({
    paid: takings,
    refunded: takings,
    till: takings,
    returned: takings,
  })
  const AT = new Date('2026-11-26T18:00:00Z')

  test('of a day: the net is revenue less refunds, and each placeholder is filled in once', () =>
    holds(
      fc.record({
        day,
        cash: kwacha(LARGEST_TOTAL),
        shop: fc.constantFrom('Zovala', '{total}', '$&'),
      }),
      ({ day, cash, shop }) => {
        const { paid, refunded, till, returned } = day
        expect(netSales(day) + refunded.amount + returned.amount).toBe(paid.amount + till.amount)
        const message = DAY_PLACEHOLDERS.join('\n')
        expect(isDayMessage(message)).toBe(true)
        const [name, , , online, , sold, inDrawers, back, net] = fillDayMessage(message, {
          shop,
          at: AT,
          day,
          cash,
        }).split('\n')
        expect(name).toBe(shop)
        expect([online, sold, inDrawers, back, net].map(amountOf)).toEqual([
          paid.amount,
          till.amount,
          cash,
          refunded.amount + returned.amount,
          netSales(day),
        ])
      },
    ))

  test('in any form keep what is not a placeholder, and link only to WhatsApp', () =>
    holds(fc.tuple(anyText(), day), ([text, day]) => {
      const filled = fillDayMessage(text, { shop: 'Zovala', at: AT, day, cash: 0 })
      if (!DAY_PLACEHOLDERS.some((name) => text.includes(name))) expect(filled).toBe(text)
      expect(isDayMessage(`${text.replaceAll(/[{}]/g, '')}{nobody}`)).toBe(false)
      if (!text.isWellFormed()) return
      const link = new URL(writeDayChat(text, { shop: 'Zovala', at: AT, day, cash: 0 }))
      expect([link.origin, link.pathname]).toEqual(['https://wa.me', '/'])
    }))

  test('of an order have its total, and a placeholder in a customer’s name stays as it is', () =>
    holds(
      fc.record({
        firstName: fc.oneof(fc.constantFrom('{total}', '$1'), anyText(10)),
        total: kwacha(LARGEST_TOTAL),
      }),
      ({ firstName, total }) => {
        const order = {
          firstName,
          orderNumber: 'ZV-1',
          totalAmount: total,
          courierName: 'CTS',
          waybill: 'BR 17',
        }
        const fill = (text: string) => fillSentence(text, order).text
        expect(fill('{name}')).toBe(firstName)
        expect(amountOf(fill('{total}'))).toBe(total)
        // A placeholder for the name is dropped when there is no name.
        if (firstName === '') return
        expect(fill(PLACEHOLDER_NAMES.join('|')).split('|')).toHaveLength(
          PLACEHOLDER_NAMES.length + firstName.split('|').length - 1,
        )
      },
    ))
})
