const NAME = 'zovala.unsent'
const KEPT_SECONDS = 30 * 86_400

/**
 * Stores the number of unsent events where the server's Sign Out sees it (routes/shop/accounts/unsent.ts), because
 * after signing out they cannot be sent. A cookie, so that it counts in every tab, on every screen and without scripts.
 */
export function keepUnsentCookie(count: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = count > 0 ? KEPT_SECONDS : 0
  document.cookie = `${NAME}=${count}; Path=/; SameSite=Lax; Max-Age=${age}${secure}`
}
