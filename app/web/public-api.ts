import type { RouterContextProvider } from 'react-router'
import { json, methodNotAllowed } from './answers.ts'
import { shopContext } from './context.ts'
import { FOR_EVERY_VISITOR } from './page-cache.server.ts'
import { readTwice } from './read-twice.ts'

/** Answers with what `read` gives, the same for everyone; with `{ error }` when it cannot be read. */
export async function answerPublicly(
  context: Readonly<RouterContextProvider>,
  read: () => Promise<Response | object>,
) {
  try {
    const body = await readTwice(read)
    if (body instanceof Response) return body
    return json(body, 200, { 'Cache-Control': FOR_EVERY_VISITOR })
  } catch (error) {
    context.get(shopContext).log.error({ error }, 'public catalogue not read')
    return json({ error: 'Something went wrong on our side. Please try again.' }, 500)
  }
}

/** The public catalogue is read only. */
export const refuseWrite = () => methodNotAllowed('GET', 'HEAD')
