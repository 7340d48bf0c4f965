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
  /** Null where it can be made of `br`: hardly anybody asks for it, and it is most of the bytes. */
  plain: Buffer | null
  br: Buffer | null
  gzip: Buffer | null
  type: string
  etag: string
  cacheControl: string
}

export type Assets = {
  /** Answers a GET or HEAD for a built file; false when the path is none. */
  answer(req: IncomingMessage, res: ServerResponse, path: string): boolean | Promise<boolean>
  /** The paths of all files that are named by their content. */
  hashed(): string[]
  /** A file's bytes as small as the build has made them. */
  squeezed(path: string): { body: Buffer; isBrotli: boolean }
}

export type FindElsewhere = (path: string) => Promise<Asset | null>

/**
 * The built files, held in memory: a few megabytes, read once, and a build made beside a running
 * shop does not pull them from under its pages. Compressed by the build (server/bootstrap/build.mjs). What a page of
 * another build asks for is looked for elsewhere (built-files.ts).
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
    // A whole 404 page would be of no use to a script tag.
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

/** What has a hash in its name is kept for good. Browsers look for the icon with each page: once a day will do. */
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
