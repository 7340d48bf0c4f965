import { snapshot, writeSnapshot } from '../../rules/settings/settings.ts'

/** `GET /settings.json`: what the shop is called and promises, for a page that was opened before it was changed. */
export const loader = () =>
  new Response(writeSnapshot(snapshot()), {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  })
