import { openClient } from '../client.ts'
import { askUntilAnswered } from './order-load.ts'

const LONGEST = 20_000

/** A visitor who repeats each request unchanged until it is answered. */
export const openInsistingClient = (origin: string, onRetry: () => void = () => {}) =>
  openClient(
    async (request) => {
      const body = request.body ? await request.arrayBuffer() : undefined
      const { method, headers, url } = request
      const answer = await askUntilAnswered(
        () =>
          fetch(url, {
            method,
            headers,
            redirect: 'manual',
            signal: AbortSignal.timeout(LONGEST),
            ...(body && { body }),
          }),
        onRetry,
      )
      if (!answer) throw new Error(`${url} was never answered`)
      return answer
    },
    origin,
    '127.0.0.1',
  )
