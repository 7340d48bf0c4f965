import { VERSION } from '../../platform/version.server.ts'

/** Alive: this process answers, and says which version of the shop it is. */
export const loader = () =>
  new Response(`ok\nversion ${VERSION}\n`, { headers: { 'Cache-Control': 'no-store' } })
