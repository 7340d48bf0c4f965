/**
 * The policy of a page: it allows our own files and the hashed inline scripts, and nothing from other origins. The
 * staff's pages may also run compiled programs of our own (WebAssembly): they read codes from the camera
 * (docs/decisions/0066) and HEIC photos (0068).
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

/** For every answer that is no page: no frame shows it, and it loads nothing if a browser takes it for a page. */
export const NO_PAGE_POLICY = "base-uri 'none'; frame-ancestors 'none'; object-src 'none'"

/** Browsers use only https from now on; sent only when the shop is served by https. */
export const HTTPS_ONLY = 'max-age=31536000; includeSubDomains'

/**
 * Adds the headers of every answer of the shop; server/http-server.ts adds those of answers that the server makes
 * itself.
 */
export function addSecurityHeaders(
  headers: Headers,
  { isHttps, isStaffs }: { isHttps: boolean; isStaffs: boolean },
) {
  headers.set('X-Content-Type-Options', 'nosniff')
  // A page whose address holds a key sets its own policy, so that no other site gets the key.
  if (!headers.has('Referrer-Policy'))
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  headers.set('X-Frame-Options', 'DENY')
  if (!headers.has('Content-Security-Policy'))
    headers.set('Content-Security-Policy', NO_PAGE_POLICY)
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  // Staff scan codes with the camera, on their own pages only.
  const camera = isStaffs ? 'camera=(self)' : 'camera=()'
  headers.set('Permissions-Policy', `${camera}, geolocation=(), microphone=()`)
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  if (isHttps) headers.set('Strict-Transport-Security', HTTPS_ONLY)
}
