// `npm run release`: packs what is committed here with its build into an archive that a server starts without building.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIfStale } from '../server/bootstrap/build.mjs'
import { isBuilt } from '../server/bootstrap/build-stamp.mjs'
import { chooseNode, root, SetupProblem, setUp, stopWith } from '../server/bootstrap/setup.mjs'

const NOT_FOR_A_SERVER = ['tests', 'bench', '.ci', '.github', '*.test.ts', '*.test.tsx']

try {
  await setUp(isBuilt() ? 'run' : 'build')
  await buildIfStale(chooseNode())
  console.log(await pack())
} catch (error) {
  stopWith(error)
}

async function pack() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const name = `zovala-${version}`
  const room = join(root, '.cache', 'release')
  const folder = join(room, name)
  rmSync(room, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const sources = join(room, 'sources.tar')
  const git = ['archive', '--format=tar', `--output=${sources}`, 'HEAD', '--', '.']
  run('git', [...git, ...NOT_FOR_A_SERVER.map((path) => `:(exclude)${path}`)])
  run('tar', ['-xf', sources, '-C', folder])
  cpSync(join(root, 'build'), join(folder, 'build'), { recursive: true })
  const stamp = join(folder, 'server', 'bootstrap', 'build-stamp.mjs')
  if (!(await import(pathToFileURL(stamp).href)).isBuilt())
    throw new SetupProblem('The build is of files that are not committed: commit them first.')
  const archive = join(root, `${name}.tar.gz`)
  run('tar', ['-czf', archive, '-C', room, name])
  rmSync(room, { recursive: true })
  return archive
}

function run(command, args) {
  execFileSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
}
