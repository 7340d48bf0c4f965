const NAME = 'zovala.unsent'
const KEPT_SECONDS = 30 * 86_400

/**
 * How much is on this device only, where the server's Sign Out sees it (routes/shop/accounts/unsent.ts): who signs out
 * cannot send it any more. A cookie, so that it counts in every tab, on every screen and without scripts.
 */
export function keepUnsentCookie(count: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = count > 0 ? KEPT_SECONDS : 0
  document.cookie = `${NAME}=${count}; Path=/; SameSite=Lax; Max-Age=${age}${secure}`
}
