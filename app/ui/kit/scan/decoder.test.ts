import { afterEach, expect, test, vi } from 'vitest'
import { openDecoder } from './decoder.ts'
import { openLibrary } from './library-decoder.ts'

// As in a browser, because a server loads no library.
vi.hoisted(() => vi.stubEnv('SSR', false))
vi.mock('./library-decoder.ts', () => ({ openLibrary: vi.fn(async () => async () => 'library') }))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.mocked(openLibrary).mockClear()
})

const video = {} as HTMLVideoElement

/** Stubs a browser's own reader that supports these formats and sees these codes. */
function useBrowserReader(
  getSupportedFormats: () => Promise<string[]>,
  detect: () => Promise<{ rawValue: string }[]> = async () => [{ rawValue: 'browser' }],
) {
  const asked: string[][] = []
  class BarcodeDetector {
    static getSupportedFormats = getSupportedFormats
    detect = detect
    constructor({ formats }: { formats: string[] }) {
      asked.push(formats)
    }
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector)
  return asked
}

test("the browser's own reader is used for the formats that it supports, and no library is loaded", async () => {
  const asked = useBrowserReader(async () => ['aztec', 'qr_code', 'ean_13', 'code_128'])
  const decode = await openDecoder()
  expect(asked).toEqual([['code_128', 'ean_13', 'qr_code']])
  expect(await decode(video)).toBe('browser')
  expect(openLibrary).not.toHaveBeenCalled()
})

test("a picture in which the browser's own reader finds no code, or an empty one, has none", async () => {
  const seen = [[], [{ rawValue: '' }]]
  useBrowserReader(
    async () => ['ean_13', 'code_128'],
    async () => seen.shift() ?? [],
  )
  const decode = await openDecoder()
  expect([await decode(video), await decode(video)]).toEqual([null, null])
})

test.each<[string, (() => Promise<string[]>) | null]>([
  ['has no reader', null],
  ['reads QR codes alone', async () => ['qr_code']],
  ['reads no Code 128', async () => ['ean_13', 'ean_8', 'qr_code']],
  ['reads nothing', async () => []],
  [
    'lacks a part of its reader',
    async () => {
      throw new DOMException('', 'NotSupportedError')
    },
  ],
])('a browser that %s uses the library', async (_, formats) => {
  const asked = formats ? useBrowserReader(formats) : []
  const decode = await openDecoder()
  expect(await decode(video)).toBe('library')
  expect(asked).toEqual([])
})
