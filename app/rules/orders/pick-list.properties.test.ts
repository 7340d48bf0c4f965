import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holds } from '../../../tests/support/properties/holds.ts'
import { sumPicking } from './pick-list.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0)

test('a pick list of several orders has each variant once, sorted by location, with all its units', () =>
  holds(
    fc.array(
      fc.record({
        orderNumber: fc.uuid(),
        lines: fc.array(
          fc.record({
            variantId: fc.constantFrom('a', 'b', 'c'),
            units: fc.nat(4),
          }),
          { maxLength: 4 },
        ),
      }),
      { maxLength: 5 },
    ),
    (orders) => {
      const named = orders.map(({ orderNumber, lines }) => ({
        orderNumber,
        lines: lines.map((line) => ({
          ...line,
          // Each variant lies at one place.
          shelf: line.variantId === 'a' ? 'B10' : line.variantId === 'b' ? 'B2' : null,
          sku: line.variantId,
          name: 'Dress',
          size: null,
          color: null,
        })),
      }))
      const picks = sumPicking(named)
      const asked = named.flatMap(({ lines }) => lines)
      expect(sum(picks.map(({ units }) => units))).toBe(sum(asked.map(({ units }) => units)))
      for (const { units, orders } of picks)
        expect(units > 0 && sum(orders.map((one) => one.units)) === units).toBe(true)
      const places: string[] = picks.map(({ line }) => line.variantId)
      expect(places).toEqual(['b', 'a', 'c'].filter((id) => places.includes(id)))
    },
  ))
