/** The policy of a page: our own files, the inline scripts that were hashed, nothing of a stranger's. */
export function pagePolicy(scriptHashes: string[], pictureOrigin: string | null) {
  const pictures = pictureOrigin ? ` ${pictureOrigin}` : ''
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes.join(' ')}`,
    // React writes style attributes (tints of pictures, zoom).
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${pictures}`,
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Not form-action: after paying, a form's redirect leads to the provider's own page.
  ].join('; ')
}

/** For all that is no page: shown in no frame, and nothing is loaded into it should a browser take it for one. */
export const NO_PAGE_POLICY = "base-uri 'none'; frame-ancestors 'none'; object-src 'none'"

/** Only https from now on, where the shop is served by it. */
export const HTTPS_ONLY = 'max-age=31536000; includeSubDomains'

/** Headers that every answer of the shop carries; what the server answers by itself: server/http-server.ts. */
export function addSecurityHeaders(headers: Headers, isHttps: boolean) {
  headers.set('X-Content-Type-Options', 'nosniff')
  // A page whose address holds a key tells it to nobody.
  if (!headers.has('Referrer-Policy'))
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  headers.set('X-Frame-Options', 'DENY')
  if (!headers.has('Content-Security-Policy'))
    headers.set('Content-Security-Policy', NO_PAGE_POLICY)
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=()')
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  if (isHttps) headers.set('Strict-Transport-Security', HTTPS_ONLY)
}
