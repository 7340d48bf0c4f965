import { createHash } from 'node:crypto'

/**
 * What a product's picture is known by when it comes again: the hash of the file that was sent, also where it has been
 * through an export since; of pictures from before hashes were kept, one of its path, which names its bytes for good.
 */
export const sourceOf = ({ path, sourceHash }: { path: string; sourceHash: string | null }) =>
  sourceHash ?? createHash('sha256').update(path).digest('hex')
