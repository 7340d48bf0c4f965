import script from 'virtual:till-service-worker'
import { writeTillWorker } from './till-worker.ts'

let worker: string | undefined

/** `GET /admin/pos/worker.js`: a text without anybody's data, so that an ended session stops no update. */
export async function loader() {
  // At the first question only: the build is not whole while this module is being read.
  worker ??= writeTillWorker(script, (await import('virtual:react-router/server-build')).assets)
  return new Response(worker, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Service-Worker-Allowed': '/admin/pos',
    },
  })
}
