import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, relative, sep } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { isUnavailable } from '../../app/platform/unavailable.server.ts'
import { listenerErrors } from '../../app/rules/messages/general.ts'
import { answerPlainly, chooseEncoding } from '../respond.ts'
import { contentTypeOf } from './content-types.ts'

export type Asset = {
  /** Null when it can be decompressed from `br`: clients hardly request it, and it is most of the bytes. */
  plain: Buffer | null
  br: Buffer | null
  gzip: Buffer | null
  type: string
  etag: string
  cacheControl: string
}

export type Assets = {
  /** Answers a GET or HEAD for a built file; false when the path is no built file. */
  answer(req: IncomingMessage, res: ServerResponse, path: string): boolean | Promise<boolean>
  /** The paths of all files whose names contain a hash. */
  hashed(): string[]
  /** A file's bytes in the smallest form that the build has made. */
  squeezed(path: string): { body: Buffer; isBrotli: boolean }
}

export type FindElsewhere = (path: string) => Promise<Asset | null>

/**
 * Holds the built files in memory: a few megabytes, read once, so that a build made beside a running shop does not
 * remove them from under its pages. The build compresses them (server/bootstrap/build.mjs). A file of another build is
 * searched elsewhere (built-files.ts).
 */
export function loadAssets(folder: string, findElsewhere?: FindElsewhere): Assets {
  const assets = new Map<string, Asset>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (
      !entry.isFile() ||
      /\.(br|gz)$/.test(file) ||
      relative(folder, file)
        .split(sep)
        .some((part) => part.startsWith('.'))
    )
      continue
    const path = `/${relative(folder, file).split(sep).join('/')}`
    const bodies = {
      plain: readFileSync(file),
      br: readIfThere(`${file}.br`),
      gzip: readIfThere(`${file}.gz`),
    }
    assets.set(path, describeAsset(path, bodies))
  }

  async function answerFromElsewhere(req: IncomingMessage, res: ServerResponse, path: string) {
    let asset: Asset | null | undefined = null
    try {
      if (HASHED.test(path)) asset = await findElsewhere?.(path)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      answerPlainly(res, 503, listenerErrors['file-unavailable'], { 'Retry-After': '5' })
      return true
    }
    if (asset) send(req, res, asset)
    // A script tag cannot use a whole 404 page.
    else answerPlainly(res, 404, listenerErrors['file-of-other-build'])
    return true
  }

  return {
    answer(req, res, path) {
      const asset = assets.get(path)
      if (!asset) return path.startsWith('/assets/') ? answerFromElsewhere(req, res, path) : false
      send(req, res, asset)
      return true
    },
    hashed: () => [...assets.keys()].filter((path) => HASHED.test(path)),
    squeezed(path) {
      const asset = assets.get(path)
      if (!asset) throw new Error(`no file of this build: ${path}`)
      return { body: asset.br ?? plainOf(asset), isBrotli: asset.br !== null }
    },
  }
}

const HASHED = /^\/assets\/[\w.-]+$/
const ICON = /^\/icon[\w-]*\.(svg|png)$/

/**
 * Files with a hash in their name are cached for good. Browsers fetch the icon with each page, so it is cached for a
 * day.
 */
function cacheControlOf(path: string) {
  if (HASHED.test(path)) return 'public, max-age=31536000, immutable'
  return ICON.test(path) ? 'public, max-age=86400' : 'public, max-age=0, must-revalidate'
}

export const describeAsset = (
  path: string,
  { plain, br, gzip }: { plain: Buffer; br: Buffer | null; gzip: Buffer | null },
): Asset => ({
  plain: br ? null : plain,
  br,
  gzip,
  type: contentTypeOf(path),
  etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  cacheControl: cacheControlOf(path),
})

function send(req: IncomingMessage, res: ServerResponse, asset: Asset) {
  res.setHeader('Cache-Control', asset.cacheControl)
  res.setHeader('ETag', asset.etag)
  res.setHeader('X-Content-Type-Options', 'nosniff')
  if (asset.br || asset.gzip) res.setHeader('Vary', 'Accept-Encoding')
  if (req.headers['if-none-match']?.includes(asset.etag)) {
    res.statusCode = 304
    res.end()
    return
  }
  const encoding = chooseEncoding(req.headers['accept-encoding'])
  const squeezed = encoding && asset[encoding]
  const body = squeezed ?? plainOf(asset)
  if (squeezed && encoding) res.setHeader('Content-Encoding', encoding)
  res.setHeader('Content-Type', asset.type)
  res.setHeader('Content-Length', body.length)
  res.end(req.method === 'HEAD' ? undefined : body)
}

const plainOf = ({ plain, br }: Asset) => plain ?? brotliDecompressSync(br ?? '')

const readIfThere = (file: string) => (existsSync(file) ? readFileSync(file) : null)
