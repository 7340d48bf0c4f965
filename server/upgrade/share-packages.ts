import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join, relative } from 'node:path'

/**
 * Gives a release the packages of the one before, without the network, when it needs exactly the same: the same files
 * under a second name. npm replaces files and never writes into them, so neither release changes those of the other.
 */
export function sharePackages(from: string, to: string) {
  const packagesOf = (folder: string) => {
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, unknown>
    }
    return JSON.stringify({ ...packages, '': null })
  }
  const source = join(from, 'node_modules')
  const target = join(to, 'node_modules')
  if (existsSync(target) || !existsSync(source) || packagesOf(from) !== packagesOf(to)) return
  try {
    linkAll(source, target)
  } catch (error) {
    // Hard links are not possible on this disk, or it is another disk: then npm fetches the packages.
    if (!['EPERM', 'EXDEV', 'ENOTSUP', 'EMLINK'].includes(`${(error as { code?: string }).code}`))
      throw error
    rmSync(target, { recursive: true, force: true })
  }
}

function linkAll(source: string, target: string) {
  // The stamp is linked last, as npm writes it last: an interrupted share is no finished install.
  const stamp = '.package-lock.json'
  mkdirSync(target)
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    const path = join(relative(source, entry.parentPath), entry.name)
    if (path === stamp) continue
    if (entry.isDirectory()) mkdirSync(join(target, path), { recursive: true })
    else if (entry.isSymbolicLink())
      symlinkSync(readlinkSync(join(source, path)), join(target, path))
    else linkSync(join(source, path), join(target, path))
  }
  linkSync(join(source, stamp), join(target, stamp))
}
