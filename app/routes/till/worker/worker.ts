import script from 'virtual:till-service-worker'
import { writeTillWorker } from './till-worker.ts'

let worker: string | undefined

/** `GET /admin/pos/worker.js`: a script without personal data or a guard, so that an ended session stops no update. */
export async function loader() {
  // Built at the first request, because the build is not complete while this module is being loaded.
  worker ??= writeTillWorker(script, (await import('virtual:react-router/server-build')).assets)
  return new Response(worker, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Service-Worker-Allowed': '/admin/pos',
    },
  })
}
