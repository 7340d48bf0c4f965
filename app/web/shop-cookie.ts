import { createCookie, type RouterContextProvider } from 'react-router'
import { cookieName, isHttps } from '../rules/cookies.ts'
import { shopContext } from './context.ts'

/** A cookie that only the server reads and only the shop can have written: it is signed. */
export function shopCookie(
  context: Readonly<RouterContextProvider>,
  name: 'flash' | 'wanted' | 'placed' | 'confirming' | 'receipt' | 'steps',
  maxAge: number,
) {
  const { baseUrl, sessionSecret } = context.get(shopContext).config
  return createCookie(cookieName(baseUrl, `zovala.${name}`), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(baseUrl),
    maxAge,
    secrets: [sessionSecret],
  })
}
