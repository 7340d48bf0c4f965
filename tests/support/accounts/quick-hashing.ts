import type { ScryptOptions } from 'node:crypto'
import { callbackify, promisify } from 'node:util'
import { vi } from 'vitest'
import { PIN_ITERATIONS } from '../../../app/rules/till/till-approval.ts'

// Hashing a password or a PIN takes a fifth of a second on purpose, and the tests hash hundreds. Here both use the
// lowest costs. The result still depends on every input: secret, salt, length and costs. passwords.server.test.ts, the
// fault tests and the browser tests use the real costs.

vi.mock('node:crypto', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:crypto')>()
  type ScryptArguments = [password: string, salt: Buffer, length: number, costs: ScryptOptions]
  const derive: (...given: ScryptArguments) => Promise<Buffer> = promisify(real.scrypt)
  const known = new Map<string, Promise<Buffer>>()
  /** Other processes read the key of a backup as well: it is the real one, derived once. */
  async function deriveOnce(...given: ScryptArguments) {
    const name = JSON.stringify(given)
    const key = known.get(name) ?? derive(...given)
    known.set(name, key)
    // A copy for each caller, who may overwrite it.
    return Buffer.from(await key)
  }
  const scrypt = callbackify((...[password, salt, length, costs]: ScryptArguments) => {
    if (costs.cost !== 2 ** 14) return deriveOnce(password, salt, length, costs)
    const named = Buffer.concat([salt, Buffer.from(JSON.stringify(costs))])
    return derive(password, named, length, { cost: 2, blockSize: 1, parallelization: 1 })
  })
  return { ...real, scrypt }
})

const { subtle } = globalThis.crypto
const real = Object.getPrototypeOf(subtle) as SubtleCrypto
subtle.deriveBits = (how, key, length) => {
  if (typeof how !== 'object' || !('iterations' in how) || how.iterations !== PIN_ITERATIONS)
    return real.deriveBits.call(subtle, how, key, length)
  const salt = Buffer.concat([how.salt as Uint8Array, Buffer.from(`${PIN_ITERATIONS}`)])
  return real.deriveBits.call(subtle, { ...how, salt, iterations: 1 }, key, length)
}
