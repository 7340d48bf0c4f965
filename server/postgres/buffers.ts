import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const MB = 1024 * 1024

/** A shop with 10,000 products and what they sold in a year takes more than that, the sample shop a fifth. */
const LARGE = 256 * MB

/**
 * PostgreSQL's buffers for the data in its folder. What does not fit is read from the system's own cache, which gives
 * way when memory is short, and costs ten times as long to look at: a search of a large shop reads thousands of pages
 * (docs/reliability.md, Memory).
 */
export const buffersFor = (data: string) => (bytesIn(join(data, 'base')) > LARGE ? '64MB' : '32MB')

function bytesIn(folder: string) {
  let bytes = 0
  // What the server removes meanwhile, of one that runs already, counts nothing.
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      bytes += statSync(join(file.parentPath, file.name), { throwIfNoEntry: false })?.size ?? 0
  return bytes
}
