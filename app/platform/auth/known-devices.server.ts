import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// `id.mark.mark…`: a random number for the device, and for each account that signed in on it a keyed hash.
// So nobody can read an address in it, forge a mark, or move one to another device.
const COOKIE = /^[\w-]{22}(\.[\w-]{22}){1,5}$/
const MOST_ACCOUNTS = 5

/** Without the prefix `zovala.`, so that the page cache treats a browser that has only this cookie as a visitor's. */
export const DEVICE_COOKIE = 'zovala-device'
/** How long a device stays known: the longest that browsers keep a cookie. */
export const DEVICE_SECONDS = 400 * 86_400

/**
 * Recognizes devices on which an account has signed in before. The cookie signs nobody in: it only exempts its
 * device from the limits that strangers can exhaust. At a till several accounts share one device.
 */
export function knowDevices(secret: string) {
  const markOf = (id: string, email: string) =>
    createHmac('sha256', secret).update(`device ${id} ${email}`).digest('base64url').slice(0, 22)
  const read = (cookie: string | null) => {
    const [id = '', ...marks] = cookie && COOKIE.test(cookie) ? cookie.split('.') : []
    return { id, marks }
  }
  return {
    /** The device's number when this account has signed in on it; else null. */
    find(cookie: string | null, email: string): string | null {
      const { id, marks } = read(cookie)
      const own = Buffer.from(markOf(id, email))
      return marks.some((mark) => timingSafeEqual(Buffer.from(mark), own)) ? id : null
    },
    /** The cookie's value once this account has signed in, the newest accounts first. */
    remember(cookie: string | null, email: string): string {
      const before = read(cookie)
      const id = before.id || randomBytes(16).toString('base64url')
      const own = markOf(id, email)
      const others = before.marks.filter((mark) => mark !== own)
      return [id, own, ...others].slice(0, 1 + MOST_ACCOUNTS).join('.')
    },
  }
}
