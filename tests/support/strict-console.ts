// Rules and screens read the shop's settings wherever they run: without a shop, those of its files.
import '../../app/platform/current-settings.server.ts'
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

let complaints: MockInstance<typeof console.error>
let expected = false

beforeEach(() => {
  expected = false
  complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  const texts = complaints.mock.calls.map((call) => call.map(String).join(' '))
  complaints.mockRestore()
  if (!expected) expect(texts, 'console.error was called').toEqual([])
})

/** For a test that expects console errors; returns those so far. */
export function expectConsoleError() {
  expected = true
  return complaints.mock.calls
}
