/**
 * The policy of a page: our own files, the inline scripts that were hashed, nothing of a stranger's. The staff's
 * may run a compiled program of our own as well: what reads codes from the camera (docs/decisions/0066) and HEIC
 * photos (0068).
 */
export function pagePolicy(
  scriptHashes: string[],
  { pictureOrigin, isStaffs }: { pictureOrigin: string | null; isStaffs: boolean },
) {
  const pictures = pictureOrigin ? ` ${pictureOrigin}` : ''
  const programs = isStaffs ? " 'wasm-unsafe-eval'" : ''
  return [
    "default-src 'self'",
    `script-src 'self'${programs} ${scriptHashes.join(' ')}`,
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
export function addSecurityHeaders(
  headers: Headers,
  { isHttps, isStaffs }: { isHttps: boolean; isStaffs: boolean },
) {
  headers.set('X-Content-Type-Options', 'nosniff')
  // A page whose address holds a key tells it to nobody.
  if (!headers.has('Referrer-Policy'))
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  headers.set('X-Frame-Options', 'DENY')
  if (!headers.has('Content-Security-Policy'))
    headers.set('Content-Security-Policy', NO_PAGE_POLICY)
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  // By it the staff scan, on pages of their own alone.
  const camera = isStaffs ? 'camera=(self)' : 'camera=()'
  headers.set('Permissions-Policy', `${camera}, geolocation=(), microphone=()`)
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  if (isHttps) headers.set('Strict-Transport-Security', HTTPS_ONLY)
}
