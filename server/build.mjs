// What `npm run build` executes: everything that a start would do before it opens the shop. The next start uses it.
import { buildIfStale } from './bootstrap/build.mjs'
import { refuseBuildForNobody } from './bootstrap/release.mjs'
import { chooseNode, setUp, stopWith } from './bootstrap/setup.mjs'

try {
  refuseBuildForNobody()
  await setUp()
  if (!(await buildIfStale(chooseNode())))
    console.log('The build is there already, made from these sources.')
} catch (error) {
  stopWith(error)
}
