import { snapshot, writeSnapshot } from '../../rules/settings/settings.ts'

/** `GET /settings.json`: the shop's current settings, for a page that was opened before they changed. */
export const loader = () =>
  new Response(writeSnapshot(snapshot()), {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  })
