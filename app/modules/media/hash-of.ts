import { createHash } from 'node:crypto'

/** By which the bytes of a picture or of a file in a zip are known again: SHA-256, in hexadecimal. */
export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
