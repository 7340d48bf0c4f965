// `npm run build` executes this: everything that a start would do before it opens the shop. The next start uses it.
import { buildIfStale } from './bootstrap/build.mjs'
import { isBuilt } from './bootstrap/build-stamp.mjs'
import { keepOnly } from './bootstrap/packages.mjs'
import { refuseBuildForNobody } from './bootstrap/release.mjs'
import { chooseNode, setUp, stopWith } from './bootstrap/setup.mjs'
import { withLock } from './bootstrap/setup-lock.mjs'

try {
  refuseBuildForNobody()
  await setUp('open')
  if (!(await buildIfStale(chooseNode())))
    console.log('The build is there already, made from these sources.')
  // Removes the packages that only a build needs; the next build fetches them again. Not when the sources have changed
  // meanwhile and a start waits to build them.
  if (process.argv.includes('--slim')) await withLock(() => isBuilt() && keepOnly('run'))
} catch (error) {
  stopWith(error)
}
