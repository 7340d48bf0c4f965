import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
const all = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, found = '']) => found)

/** The files that set cookies, each with how it names them. */
const NAMES: Record<string, (text: string) => string[]> = {
  'app/platform/auth/auth.server.ts': (text) =>
    all(text, /cookieName\(baseUrl, '(zovala[.-][\w-]+)'\)/g),
  // The library's own, with the prefix that auth.server.ts gives.
  'app/platform/auth/session-tokens.server.ts': () => ['zovala.session_token'],
  'app/platform/auth/known-devices.server.ts': (text) => all(text, /DEVICE_COOKIE = '([^']+)'/g),
  'app/web/shop-cookie.ts': (text) =>
    all(/ name: ([^,]+),/.exec(text)?.[1] ?? '', /'(\w+)'/g).map((name) => `zovala.${name}`),
  'app/rules/checkout/chosen-district.ts': (text) => all(text, /DISTRICT_COOKIE = '([^']+)'/g),
  'app/ui/till/store/sync/unsent-cookie.ts': (text) => all(text, /NAME = '([^']+)'/g),
}
/** They set a cookie whose name another file has given them. */
const NAMED_ELSEWHERE = [
  'app/platform/auth/passkeys/passkey-sign-in.server.ts',
  'app/platform/auth/second-step-sign-in.server.ts',
  'app/ui/shop/checkout/delivery/delivery-line.tsx',
]

test('the Privacy Policy names every cookie that the shop sets, and no other', () => {
  const page = read('app/routes/shop/pages/privacy-policy.tsx')
  const [, list = ''] = page.split(/const COOKIES.*\n/)
  const named = all(list.split('\n]\n')[0] ?? '', /\[\s*'([\w.-]+)',/g)
  const set = Object.entries(NAMES).flatMap(([path, namesIn]) => namesIn(read(path)))
  expect(named.toSorted()).toEqual(set.toSorted())
})

test('only known files set cookies, so that the Privacy Policy can name them', () => {
  const setting = globSync('{app,server}/**/*.{ts,tsx}')
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('.test.'))
    .filter((path) =>
      /_COOKIE = '|createCookie\(|document\.cookie = |setCookie\(|; Path=/.test(read(path)),
    )
  expect(setting.toSorted()).toEqual([...Object.keys(NAMES), ...NAMED_ELSEWHERE].toSorted())
})
