import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { addressOfLabels, readLabelCounts } from '../../../rules/till/label-counts.ts'
import { dropPrintedLabels, forgetLabelRequest } from './requested-labels.tsx'

afterEach(() => vi.unstubAllGlobals())

test('printed labels are not requested again when the till is locked and unlocked', () => {
  const page = { location: new URL(addressOfLabels(new Map()), 'http://shop') }
  vi.stubGlobal('history', {
    state: null,
    replaceState(_state: unknown, _title: string, address: string) {
      page.location = new URL(address, 'http://shop')
      vi.stubGlobal('location', page.location)
    },
  })
  const [dress, shoe] = [randomUUID(), randomUUID()]
  const asked = new Map([
    [dress, 60],
    [shoe, 3],
  ])
  const left = dropPrintedLabels(asked, new Map([[dress, 50]]))
  expect(left).toEqual(
    new Map([
      [dress, 10],
      [shoe, 3],
    ]),
  )
  expect(readLabelCounts(page.location.hash)).toEqual(left)
  expect(dropPrintedLabels(left, left).size).toBe(0)
  forgetLabelRequest()
  expect(page.location.href).toBe('http://shop/admin/pos')
})
