import { z } from 'zod'

/** The id that the device gave itself, from its header; null when it is not a UUID. */
export const readDevice = (request: Request) => {
  const read = z.uuid().safeParse(request.headers.get('X-Till-Device'))
  return read.success ? read.data : null
}
