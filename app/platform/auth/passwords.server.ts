import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { verifyPassword as verifyLibrarys } from 'better-auth/crypto'
import { openQueue } from '../../rules/one-by-one.ts'

/**
 * scrypt as OWASP recommends it (Password Storage Cheat Sheet): of the settings that it calls equal, one with 16 MB,
 * so that several sign-ins at a time fit into a small server. A hash names its settings, so that these can be raised.
 */
const NOW = { cost: 2 ** 14, blockSize: 8, parallelization: 5 }
// Each hash takes 16 MB (the library's 32) and a processor: four side by side would delay each other and all pages.
// A hundred take fifteen seconds, as long as people wait; a request after them is asked to try again.
const inQueue = openQueue(100)
// The library's format: `salt:key` in hexadecimal.
const BEFORE = { cost: 2 ** 14, blockSize: 16, parallelization: 1 }
const KEY_BYTES = 32
const SALT_BYTES = 16

const write = ({ cost, blockSize, parallelization }: typeof NOW) =>
  `scrypt:${cost}:${blockSize}:${parallelization}:`
const HASH = /^scrypt:(\d+):(\d+):(\d+):([\w-]+):([\w-]+)$/

const derive = (password: string, salt: Buffer, rule: typeof NOW, length: number) =>
  new Promise<Buffer>((resolve, reject) => {
    const maxmem = 256 * rule.cost * rule.blockSize
    // The same characters may be typed in several ways.
    scrypt(password.normalize('NFKC'), salt, length, { ...rule, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

/** Whether a hash follows an earlier rule; its owner's next sign-in replaces it. */
export const isOutdated = (hash: string) => !hash.startsWith(write(NOW))

/** The hash to store, with its rule and salt in front. It waits in a queue, because each hash takes much memory. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await inQueue(() => derive(password, salt, NOW, KEY_BYTES))
  return `${write(NOW)}${salt.toString('base64url')}:${key.toString('base64url')}`
}

const workOf = ({ cost, blockSize, parallelization }: typeof NOW) =>
  cost * blockSize * parallelization

/**
 * Does the work that verifying a hash of `rule` saves compared with today's rule. An unknown address costs today's
 * work: otherwise the time of an answer would reveal old passwords, and so which addresses have an account.
 */
async function spendRest(password: string, rule: typeof NOW) {
  const rest = Math.round((workOf(NOW) - workOf(rule)) / (NOW.cost * NOW.blockSize))
  if (rest > 0)
    await derive(password, Buffer.alloc(SALT_BYTES), { ...NOW, parallelization: rest }, KEY_BYTES)
}

/** Whether a password matches the hash. It waits in the queue, because each check takes memory and a processor. */
export const verifyPassword = (given: { hash: string; password: string }): Promise<boolean> =>
  inQueue(async () => {
    const [, cost, blockSize, parallelization, salt = '', key = ''] = HASH.exec(given.hash) ?? []
    if (!cost) {
      const isRight = await verifyLibrarys(given)
      await spendRest(given.password, BEFORE)
      return isRight
    }
    const rule = {
      cost: Number(cost),
      blockSize: Number(blockSize),
      parallelization: Number(parallelization),
    }
    const right = Buffer.from(key, 'base64url')
    const made = await derive(given.password, Buffer.from(salt, 'base64url'), rule, right.length)
    await spendRest(given.password, rule)
    return timingSafeEqual(made, right)
  })
