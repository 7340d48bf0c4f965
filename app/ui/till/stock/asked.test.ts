import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { addressOfLabels, readAskedLabels } from '../../../rules/till/asked-labels.ts'
import { forgetAsked, takeOffAsked } from './asked.tsx'

afterEach(() => vi.unstubAllGlobals())

test('labels that are printed are not asked for again when the till is locked and opened', () => {
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
  const left = takeOffAsked(asked, new Map([[dress, 50]]))
  expect(left).toEqual(
    new Map([
      [dress, 10],
      [shoe, 3],
    ]),
  )
  expect(readAskedLabels(page.location.hash)).toEqual(left)
  expect(takeOffAsked(left, left).size).toBe(0)
  forgetAsked()
  expect(page.location.href).toBe('http://shop/admin/pos')
})
