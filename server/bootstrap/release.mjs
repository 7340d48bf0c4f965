// Release folders: `npm run upgrade` puts each release into releases/ of the folder that the shop was installed in,
// and the link releases/current says which one counts. Plain JavaScript: the first release's start reads it for good.
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './setup-lock.mjs'

/** Where the shop was installed: a relative DATA_DIR and releases/ lie in it, whichever release runs. */
export const home = process.env.ZOVALA_HOME ?? root

/** The folder of the release that counts: `home` itself until the first upgrade. */
export function currentRelease() {
  try {
    return realpathSync(join(home, 'releases', 'current'))
  } catch {
    return home
  }
}

/** Hands over to the same script of the release that counts; false where that is this one. */
export async function continueInRelease(script) {
  const release = currentRelease()
  if (process.env.ZOVALA_HOME || release === realpathSync(root)) return false
  process.env.ZOVALA_HOME = root
  process.chdir(release)
  await import(pathToFileURL(join(release, 'server', script)).href)
  return true
}
