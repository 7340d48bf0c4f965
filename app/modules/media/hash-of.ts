import { createHash } from 'node:crypto'

/** Identifies the bytes of a picture or of a file in a zip: SHA-256, in hexadecimal. */
export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
