import { readTwice } from '../../web/read-part.ts'
import { FOR_EVERY_VISITOR } from '../../web/render/page-cache.server.ts'
import { json, methodNotAllowed } from '../../web/responses.ts'

/** Answers with the result of `read`, which is the same for everyone. */
export async function answerPublicly<Body extends object>(read: () => Promise<Response | Body>) {
  const body = await readTwice(read)
  if (body instanceof Response) return body
  return json(body, 200, { 'Cache-Control': FOR_EVERY_VISITOR })
}

/** The public catalogue is read only. */
export const refuseWrite = () => methodNotAllowed('GET', 'HEAD')
