import { createHash } from 'node:crypto'

/**
 * Identifies a product's picture when it is imported again: the hash of the uploaded file, which survives an export;
 * for pictures from before hashes were stored, a hash of the path, whose bytes never change.
 */
export const sourceOf = ({ path, sourceHash }: { path: string; sourceHash: string | null }) =>
  sourceHash ?? createHash('sha256').update(path).digest('hex')
