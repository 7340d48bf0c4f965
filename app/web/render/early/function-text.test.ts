import { parseSync } from 'vite'
import { expect, test, vi } from 'vitest'

/** The syntax tree of the program, without positions. */
const readProgram = (text: string) => {
  const { program, errors } = parseSync('loader.js', text)
  expect(errors).toEqual([])
  return JSON.stringify(program, (key, value: unknown) =>
    ['start', 'end', 'range', 'loc', 'comments'].includes(key) ? undefined : value,
  )
}
const readLoaders = async () => (await import('../lazy-scripts.server.ts')).LOADERS

test('the program that runs before a page’s scripts stays the same when its text is minified', async () => {
  const short = await readLoaders()
  vi.resetModules()
  vi.doMock('./function-text.ts', () => ({ functionText: String }))
  const whole = await readLoaders()
  for (const name of ['withAct', 'idle'] as const) {
    expect(short[name].length).toBeLessThan(whole[name].length)
    expect(readProgram(short[name])).toBe(readProgram(whole[name]))
  }
})
