import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, relative, sep } from 'node:path'
import { contentTypeOf } from './content-types.ts'
import { answerPlainly, chooseEncoding } from './respond.ts'

type Asset = {
  plain: Buffer
  br: Buffer | null
  gzip: Buffer | null
  type: string
  etag: string
  isHashed: boolean
}

export type Assets = {
  /** Answers a GET or HEAD for a built file; false when the path is none. */
  answer(req: IncomingMessage, res: ServerResponse, path: string): boolean
}

/**
 * The built files, held in memory: a few megabytes, read once, and a build made beside a running
 * shop does not pull them from under its pages. Compressed by the build (server/bootstrap/build.mjs).
 */
export function loadAssets(folder: string): Assets {
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
    const plain = readFileSync(file)
    assets.set(path, {
      plain,
      br: readIfThere(`${file}.br`),
      gzip: readIfThere(`${file}.gz`),
      type: contentTypeOf(file),
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      isHashed: path.startsWith('/assets/'),
    })
  }

  return {
    answer(req, res, path) {
      const asset = assets.get(path)
      if (!asset) {
        if (!path.startsWith('/assets/')) return false
        // A page of an earlier build asks for it: a whole 404 page would be of no use to a script tag.
        answerPlainly(res, 404, 'This file is not here (any more).')
        return true
      }
      send(req, res, asset)
      return true
    },
  }
}

function send(req: IncomingMessage, res: ServerResponse, asset: Asset) {
  res.setHeader(
    'Cache-Control',
    asset.isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
  )
  res.setHeader('ETag', asset.etag)
  res.setHeader('X-Content-Type-Options', 'nosniff')
  if (asset.br || asset.gzip) res.setHeader('Vary', 'Accept-Encoding')
  if (req.headers['if-none-match']?.includes(asset.etag)) {
    res.statusCode = 304
    res.end()
    return
  }
  const wanted = chooseEncoding(req.headers['accept-encoding'])
  const squeezed = wanted && asset[wanted]
  const body = squeezed ?? asset.plain
  if (squeezed && wanted) res.setHeader('Content-Encoding', wanted)
  res.setHeader('Content-Type', asset.type)
  res.setHeader('Content-Length', body.length)
  res.end(req.method === 'HEAD' ? undefined : body)
}

const readIfThere = (file: string) => (existsSync(file) ? readFileSync(file) : null)
