// Release folders: `npm run upgrade` puts each release into releases/ of the folder that the shop was installed in,
// and the link releases/current says which one counts. Plain JavaScript: the first release's start reads it for good.
import { readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, SetupProblem } from './setup-lock.mjs'

/** Where the shop was installed: a relative DATA_DIR and releases/ lie in it, whichever release runs. */
export const home = process.env.ZOVALA_HOME ?? root

/** The folder of the release that counts: `home` itself until the first upgrade. */
export function currentRelease() {
  const link = join(home, 'releases', 'current')
  try {
    return realpathSync(link)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  const lost = readLink(link)
  if (lost === null) return home
  // The release that was installed first may be one that does not run on these tables any more.
  throw new SetupProblem(
    `${link} leads to ${lost}, which is not there: let it lead to a release that is (ln -sfn NAME releases/current, with a name of ls releases), or delete it to go on with what was installed first.`,
  )
}

function readLink(path) {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

/** A build where the shop was installed is for nobody once another release counts. */
export function refuseBuildForNobody() {
  if (process.env.ZOVALA_HOME) return
  const release = currentRelease()
  if (release !== home && release !== realpathSync(home))
    throw new SetupProblem(
      `Nothing was built: since the first upgrade this shop runs from ${release}, and a build in ${home} would never be started. Bring new code with npm run upgrade (a tag, branch, commit, folder or tar file).`,
    )
}

/** Hands over to the same script of the release that counts; false where that is this one. */
export async function continueInRelease(script) {
  if (process.env.ZOVALA_HOME) return false
  const release = currentRelease()
  if (release === root || release === realpathSync(root)) return false
  process.env.ZOVALA_HOME = root
  process.chdir(release)
  await import(pathToFileURL(join(release, 'server', script)).href)
  return true
}
