import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const MB = 1024 * 1024

/** A shop with 10,000 products and a year of sales takes more than this, the sample shop a fifth of it. */
const LARGE = 256 * MB

/**
 * The size of PostgreSQL's buffers for the data in its folder. Pages that do not fit are read from the system's cache,
 * which shrinks when memory is short and takes ten times as long: a search in a large shop reads thousands of pages
 * (docs/reliability.md, Memory).
 */
export const buffersFor = (data: string) => (bytesIn(join(data, 'base')) > LARGE ? '64MB' : '32MB')

function bytesIn(folder: string) {
  let bytes = 0
  // Files that a running server deletes meanwhile count as nothing.
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      bytes += statSync(join(file.parentPath, file.name), { throwIfNoEntry: false })?.size ?? 0
  return bytes
}
