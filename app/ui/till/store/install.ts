const AN_HOUR = 3_600_000
let isInstalled = false

/** Lets the till start without a network. A new version is fetched in the background and used at the next start. */
export function installWorker() {
  if (isInstalled || import.meta.env.DEV || !('serviceWorker' in navigator)) return
  isInstalled = true
  navigator.serviceWorker
    .register('/admin/pos/worker.js', { scope: '/admin/pos', updateViaCache: 'none' })
    .then((registration) => {
      setInterval(() => void registration.update().catch(() => {}), AN_HOUR)
    })
    // No connection, or a browser that forbids it: the till works, but does not start without a network.
    .catch(() => {})
}
