import { afterEach, expect, test, vi } from 'vitest'
import { atCurrentPrices, countItems, readTakenOut } from './cart/cart.ts'
import { sideBySide } from './conflict.ts'
import { cookieName, isHttps } from './cookies.ts'
import { LASTING_COUNTS, LIMITS, SIGN_UP_MARKS } from './limits.ts'
import {
  BANNER_WIDTHS,
  masterOf,
  PRODUCT_WIDTHS,
  renditionOf,
  smallJpegOf,
  srcSetOf,
} from './media/pictures.ts'
import { MOST_PICTURE_BYTES } from './media/uploads.ts'
import { isWholeAmount, percentOff, plainAmount, readAmount, shareOf } from './money.ts'
import { networkOf } from './network.ts'
import { stateOf } from './newsletter/newsletter.ts'
import { addressKeyOf } from './orders/orders.ts'
import { readPhone } from './phone.ts'
import { TECHNIQUES } from './plain.ts'
import { isUuid } from './uuid.ts'

afterEach(() => void vi.unstubAllEnvs())

test('a cookie over https is restricted to its host', () => {
  expect(cookieName('https://shop.example', 'session')).toBe('__Host-session')
  expect(cookieName('http://localhost:3000', 'session')).toBe('session')
  expect([isHttps('https://a'), isHttps('http://a'), isHttps('xhttps:')]).toEqual([
    true,
    false,
    false,
  ])
})

test('a database id is 36 characters long without anything around it', () => {
  const id = '0b3f6f0a-5f0e-4d5b-9a53-2f1c7f6f5b11'
  expect([id, id.toUpperCase()].every(isUuid)).toBe(true)
  expect(['', `x${id}`, `${id}x`, id.replaceAll('-', ''), `${id.slice(0, -1)}g`].some(isUuid)).toBe(
    false,
  )
})

test('techniques are turned off by name or all at once, and by default none is', async () => {
  const off = async (setting: string | undefined) => {
    vi.resetModules()
    vi.stubEnv('RENDER_PLAIN', setting)
    const { isPlain, isTechnique } = await import('./plain.ts')
    expect([
      isTechnique('all'),
      isTechnique('fragments'),
      isTechnique('magic'),
      isTechnique(''),
    ]).toEqual([true, true, false, false])
    return TECHNIQUES.filter(isPlain)
  }
  expect(await off(undefined)).toEqual([])
  expect(await off('fragments,recovery')).toEqual(['fragments', 'recovery'])
  expect(await off('all')).toEqual(TECHNIQUES)
})

test('the renditions of a picture have paths beside it', () => {
  expect(renditionOf('products/a.b.jpg', 320, 'avif')).toBe('products/a.b-320.avif')
  expect(masterOf('products/x.jpg')).toBe('products/x-master.webp')
  expect(masterOf('products/x.jpg.png')).toBe('products/x.jpg.png')
  const picture = {
    src: '/m/x.jpg',
    width: 1,
    height: 1,
    tint: '',
    widths: [320, 640],
    hasAvif: true,
  }
  expect(smallJpegOf('x.jpg', [320, 640])).toBe('x.jpg')
  expect([smallJpegOf('x.jpg', [160]), smallJpegOf('x.jpg', [160, 200])]).toEqual([
    'x.jpg',
    'x-160.jpg',
  ])
  expect(srcSetOf(picture, 'webp')).toBe('/m/x-320.webp 320w, /m/x-640.webp 640w')
  expect(MOST_PICTURE_BYTES).toBe(15_728_640)
})

test('a phone gets a picture that is wide enough for its screen, and not half as wide again', () => {
  const nearest = (widths: number[], pixels: number) => widths.find((width) => width >= pixels)
  // Two pixels for each of 360 points, as on most phones: a banner over the full width, a product over half of it.
  expect([nearest(BANNER_WIDTHS, 720), nearest(PRODUCT_WIDTHS, 360)]).toEqual([800, 640])
  // And over the full width of the shop's page on a desktop.
  expect([nearest(BANNER_WIDTHS, 1280), nearest(PRODUCT_WIDTHS, 720)]).toEqual([1600, 960])
})

test('a subscriber has left, is confirmed or waiting', () => {
  const at = new Date()
  expect(stateOf({ confirmedAt: null, leftAt: null })).toBe('waiting')
  expect(stateOf({ confirmedAt: at, leftAt: null })).toBe('confirmed')
  expect(stateOf({ confirmedAt: at, leftAt: at })).toBe('left')
})

test('every limit lasts at least a minute, and a PIN may be tried sixty times in a year', () => {
  for (const { windowSeconds } of Object.values(LIMITS))
    expect(windowSeconds).toBeGreaterThanOrEqual(60)
  expect(LIMITS.pinsEver).toEqual({ max: 60, windowSeconds: 31_536_000 })
  // Last year's counts are stored under the first prefix, and marks of the earlier release under the second.
  expect([LASTING_COUNTS, SIGN_UP_MARKS]).toEqual(['pin ever ', 'same-email sign-up '])
})

test('a cart is charged at current prices, and counts its units', () => {
  expect(atCurrentPrices([{ currentPrice: 5, quantity: 2 }])).toEqual([{ price: 5, quantity: 2 }])
  expect(countItems([{ quantity: 2 }, { quantity: 3 }])).toBe(5)
  const id = '0198c0de-0000-4000-8000-00000000abcd'
  for (const text of [`x${id}.1`, `${id}.1x`, `${id}.`, id]) expect(readTakenOut(text)).toBeNull()
})

test('the conflict view shows only the named fields', () => {
  const labels = { a: 'A', b: 'B' }
  expect(sideBySide<'a' | 'b'>(labels, { a: '1', b: '1' }, { a: '2', b: '2' }, ['b'])).toEqual([
    { label: 'B', mine: '1', theirs: '2' },
  ])
})

test('an amount is whole and not negative, and typed thousands separators are read only between digits', () => {
  expect([0, 1].every(isWholeAmount)).toBe(true)
  expect([-1, 0.5, '5', null, 1e300, Number.NaN].some(isWholeAmount)).toBe(false)
  expect(['x1,000', '1,000x', '1,000,000', '1,00', ' 1 000 '].map(plainAmount)).toEqual([
    'x1,000',
    '1,000x',
    '1000000',
    '1,00',
    '1000',
  ])
  expect(['12,500', ' 1 000 ', '1e3', '0x10', '-5', '1.5', ''].map(readAmount)).toEqual([
    12_500, 1000, 0, 0, 0, 0, 0,
  ])
  expect([percentOff(100, 100), percentOff(100, 99), percentOff(50, 100)]).toEqual([0, 0, 50])
})

test('a share is rounded down, or up on request', () => {
  expect([shareOf(10, 1, 3), shareOf(10, 1, 3, 'up'), shareOf(9, 1, 3, 'up')]).toEqual([3, 4, 3])
})

test('an IPv6 address with some zero groups is not read as IPv4', () => {
  expect(networkOf('0:0:1:0:0:ffff:102:304')).toBe('0:0:1:0::')
  expect(networkOf('::fffe:102:304')).toBe('0:0:0:0::')
  expect(networkOf('localhost')).toBe('localhost')
  expect(networkOf('1:2::7:8')).toBe('1:2:0:0::')
})

test('a phone number with trailing text is not a mobile of Malawi', () => {
  expect(readPhone('09912345678')).toBe('09912345678')
  expect(readPhone('x0991234567')).toBeNull()
})

test('the parts of an address are kept separate in its key', () => {
  const key = (address: string, city: string) =>
    addressKeyOf({ firstName: '', lastName: '', phone: '', address, city, district: 'Zomba' })
  expect(key('Plot 1', 'Zomba')).toBe('plot1 zomba zomba')
  expect(key('Plot', '1 Zomba')).not.toBe(key('Plot 1', 'Zomba'))
})
