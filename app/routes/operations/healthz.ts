import { VERSION } from '../../platform/version.server.ts'

/** Alive: this process answers, with the version of the shop. */
export const loader = () =>
  new Response(`ok\nversion ${VERSION}\n`, { headers: { 'Cache-Control': 'no-store' } })
