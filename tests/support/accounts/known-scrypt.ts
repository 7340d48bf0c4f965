import type { ScryptOptions } from 'node:crypto'
import { callbackify, promisify } from 'node:util'
import { vi } from 'vitest'

/**
 * A hash takes a fifth of a second on purpose, and many tests try one password often. What scrypt gives depends on
 * nothing but its arguments (password, salt, length, costs): within a test file the real one is asked once for each.
 */
vi.mock('node:crypto', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:crypto')>()
  type Given = [password: string, salt: Buffer, length: number, costs: ScryptOptions]
  const derive: (...given: Given) => Promise<Buffer> = promisify(real.scrypt)
  const known = new Map<string, Promise<Buffer>>()
  const scrypt = callbackify(async (...given: Given) => {
    const name = JSON.stringify(given)
    const key = known.get(name) ?? derive(...given)
    known.set(name, key)
    // A copy for each: whoever asked may overwrite it.
    return Buffer.from(await key)
  })
  return { ...real, scrypt }
})
