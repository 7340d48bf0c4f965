// Release folders: `npm run upgrade` puts each release into releases/ of the folder in which the shop was installed,
// and the link releases/current names the current one. Plain JavaScript, because the first release's start reads it for
// good.
import { readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, SetupProblem } from './setup-lock.mjs'

/** The folder in which the shop was installed: it holds releases/ and a relative DATA_DIR, whichever release runs. */
export const home = process.env.ZOVALA_HOME ?? root

/** The folder of the current release: `home` itself until the first upgrade. */
export function currentRelease() {
  const link = join(home, 'releases', 'current')
  try {
    return realpathSync(link)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  const lost = readLink(link)
  if (lost === null) return home
  // No fallback: the release that was installed first may no longer run on these tables.
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

/** Refuses a build in the installation folder once another release is current, because no start would use it. */
export function refuseBuildForNobody() {
  if (process.env.ZOVALA_HOME) return
  const release = currentRelease()
  if (release !== home && release !== realpathSync(home))
    throw new SetupProblem(
      `Nothing was built: since the first upgrade this shop runs from ${release}, and a build in ${home} would never be started. Bring new code with npm run upgrade (a tag, branch, commit, folder or tar file).`,
    )
}

/** Continues in the same script of the current release; false when that is this release. */
export async function continueInRelease(script) {
  if (process.env.ZOVALA_HOME) return false
  const release = currentRelease()
  if (release === root || release === realpathSync(root)) return false
  process.env.ZOVALA_HOME = root
  process.chdir(release)
  await import(pathToFileURL(join(release, 'server', script)).href)
  return true
}
