import { z } from 'zod'

/** The device's own name, from its header; null for what is none. */
export const readDevice = (request: Request) => {
  const read = z.uuid().safeParse(request.headers.get('X-Till-Device'))
  return read.success ? read.data : null
}
