import { expect, test } from 'vitest'
import { ShownError } from '../shown-error.ts'
import { fitMemory } from './fit-memory.ts'

const fit = (has: number, requested: number, isAsked = false, webConnections = 3) =>
  fitMemory({ has, requested, isAsked, webConnections })

test('a machine with enough memory has a web process for each core', () => {
  expect(fit(4000, 4)).toEqual({ webWorkers: 4, warning: null })
})

test('a machine with less memory has fewer web processes than cores, at least one, and the start says so', () => {
  const { webWorkers, warning } = fit(800, 4)
  expect(webWorkers).toBe(2)
  expect(warning).toMatch(
    /800 MB, so the shop runs 2 web processes instead of 4, which need 1220 MB/,
  )
  expect(fit(450, 2).webWorkers).toBe(1)
  expect(fit(1300, 4).webWorkers).toBe(4)
  expect(fit(1300, 4, false, 10).webWorkers).toBe(2)
})

test('memory that is enough only while nobody uses the shop is warned about', () => {
  const { webWorkers, warning } = fit(300, 2)
  expect(webWorkers).toBe(1)
  expect(warning).toMatch(/there are 300 MB, and with one web process the shop needs 440 MB/)
})

test('the requested number of web processes is started or refused, never fewer', () => {
  expect(fit(500, 2, true)).toEqual({ webWorkers: 2, warning: expect.stringContaining('500 MB') })
  expect(() => fit(400, 4, true)).toThrow(
    /^Zovala with 4 web processes needs 1220 MB of memory \(470 MB while nobody shops\), and this machine or container gives it 400 MB: .+ set WEB_WORKERS to fewer\.$/,
  )
})

test('too little memory for any shop is refused with the available and the required amount', () => {
  expect(() => fit(200, 2)).toThrow(ShownError)
  expect(() => fit(200, 2)).toThrow(/needs 440 MB of memory .+ gives it 200 MB/)
})
