import { expect, test } from 'vitest'
import { deviceWords } from './devices.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0'
test.each([
  [`Mozilla/5.0 (Linux; Android 14; SM-A055F) ${CHROME} Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/141.0`,
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1',
    'Safari on iOS',
  ],
  ['Opera/9.80 (J2ME/MIDP; Opera Mini/9.80) Presto/2.12', 'Opera'],
  ['Something (Android 5)', 'A device with Android'],
  ['curl/8.0', 'An unknown device'],
  [null, 'An unknown device'],
])('%j is called %s', (userAgent, words) => {
  expect(deviceWords(userAgent)).toBe(words)
})
