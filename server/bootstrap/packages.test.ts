import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

function put(path: string, text = '') {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const LOCK = {
  packages: {
    '': {
      dependencies: { shop: '1.0.0', builder: '1.0.0' },
      devDependencies: { tester: '1.0.0' },
      optionalDependencies: { 'node-here': '1.0.0', 'node-elsewhere': '1.0.0' },
    },
    'node_modules/shop': {
      version: '1.0.0',
      dependencies: { shared: '1.0.0', own: '1.0.0' },
      peerDependencies: { peer: '1.0.0', tester: '1.0.0' },
      peerDependenciesMeta: { tester: { optional: true } },
    },
    'node_modules/shop/node_modules/own': { version: '1.0.0', dependencies: { deep: '1.0.0' } },
    'node_modules/builder': {
      version: '1.0.0',
      dependencies: { shared: '1.0.0', '@only/builds': '1.0.0' },
    },
    'node_modules/@only/builds': { version: '1.0.0' },
    'node_modules/deep': { version: '1.0.0' },
    'node_modules/peer': { version: '1.0.0' },
    'node_modules/shared': { version: '1.0.0' },
    'node_modules/tester': { version: '1.0.0', devOptional: true },
    'node_modules/types': { version: '1.0.0', dev: true },
    'node_modules/node-here': { version: '1.0.0', optional: true },
    'node_modules/node-elsewhere': { version: '1.0.0', optional: true },
  },
}
const RUN = [
  'node_modules/deep',
  'node_modules/node-here',
  'node_modules/peer',
  'node_modules/shared',
  'node_modules/shop',
  'node_modules/shop/node_modules/own',
]
const BUILD = ['node_modules/@only/builds', 'node_modules/builder']

/** A shop with packages as npm installs them, without types and the other machine's Node. */
function installed() {
  const home = mkdtempSync(join(tmpdir(), 'zovala-packages-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  cpSync(join('server', 'bootstrap'), join(home, 'server', 'bootstrap'), { recursive: true })
  put(join(home, 'package.json'), '{ "buildOnly": ["builder"] }')
  put(join(home, 'package-lock.json'), JSON.stringify(LOCK))
  const here = Object.entries(LOCK.packages).filter(([path]) => !/^$|elsewhere|types/.test(path))
  for (const [path] of here) put(join(home, path, 'index.js'))
  put(
    join(home, 'node_modules', '.package-lock.json'),
    JSON.stringify({ packages: Object.fromEntries(here) }),
  )
  return home
}

function evaluate(home: string, code: string) {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import * as packages from '${join(home, 'server', 'bootstrap', 'packages.mjs')}'\nconsole.log(JSON.stringify(await (${code})) ?? null)`,
    ],
    { encoding: 'utf8' },
  )
  expect(stderr).toBe('')
  return JSON.parse(stdout) as unknown
}

const isInstalled = (home: string) =>
  evaluate(home, `['run', 'build', 'work'].filter(packages.isInstalled)`)
const packagesIn = (home: string) =>
  globSync('node_modules/**/index.js', { cwd: home }).map(dirname).sort()

test('an installation is stripped to what its purpose needs, and no start takes a stripped package for missing', () => {
  const home = installed()
  expect(isInstalled(home)).toEqual(['run', 'build'])
  evaluate(home, `packages.keepOnly('build')`)
  expect(packagesIn(home)).toEqual([...RUN, ...BUILD].sort())
  expect(isInstalled(home)).toEqual(['run', 'build'])
  evaluate(home, `packages.keepOnly('run')`)
  expect(packagesIn(home)).toEqual(RUN)
  expect(isInstalled(home)).toEqual(['run'])
})

test('files that no process reads are deleted from the remaining packages', () => {
  const home = installed()
  const dead = [
    'shop/index.js.map',
    'shop/types/index.d.ts',
    'shop/index.d.mts',
    'shop/native/lib/libpq.a',
    'shop/src/index.ts',
    'shop/test/index.test.js',
    'shop/CHANGELOG.md',
    'node-here/include/node/v8.h',
    '.vite/deps/index.js',
  ]
  for (const file of dead) put(join(home, 'node_modules', file))
  for (const file of [
    'shop/LICENSE',
    'shop/roadmap.js',
    'shop/lib/test/index.js',
    'node-here/bin/node',
  ])
    put(join(home, 'node_modules', file))
  mkdirSync(join(home, 'node_modules', '.bin'))
  symlinkSync('../node-here/bin/node', join(home, 'node_modules', '.bin', 'node'))
  symlinkSync('../tester/index.js', join(home, 'node_modules', '.bin', 'tester'))
  evaluate(home, `packages.keepOnly('build')`)
  expect(existsSync(join(home, 'node_modules', '.vite'))).toBe(false)
  expect(globSync('**/*', { cwd: join(home, 'node_modules', 'shop') }).sort()).toEqual([
    'LICENSE',
    'index.js',
    'lib',
    'lib/test',
    'lib/test/index.js',
    'node_modules',
    'node_modules/own',
    'node_modules/own/index.js',
    'roadmap.js',
  ])
  expect(globSync('**/*', { cwd: join(home, 'node_modules', 'node-here') }).sort()).toEqual([
    'bin',
    'bin/node',
    'index.js',
  ])
  expect(globSync('*', { cwd: join(home, 'node_modules', '.bin') })).toEqual(['node'])
})

test('a file that another release shares by a hard link stays complete', () => {
  const home = installed()
  const other = join(home, 'other')
  for (const file of ['tester/index.js', '.package-lock.json']) {
    mkdirSync(dirname(join(other, file)), { recursive: true })
    linkSync(join(home, 'node_modules', file), join(other, file))
  }
  evaluate(home, `packages.keepOnly('run')`)
  expect(existsSync(join(other, 'tester', 'index.js'))).toBe(true)
  expect(readFileSync(join(other, '.package-lock.json'), 'utf8')).toContain('node_modules/tester')
})

test('a shop whose stripping was interrupted can be started', () => {
  const home = installed()
  // Stops the deletion before its first package: a file stands where a folder is to be listed.
  put(
    join(home, 'stop.mjs'),
    "import fs from 'node:fs'\nimport { syncBuiltinESMExports } from 'node:module'\nfs.promises.rm = async () => { throw new Error('killed') }\nsyncBuiltinESMExports()",
  )
  const { stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      join(home, 'stop.mjs'),
      '--input-type=module',
      '--eval',
      `import { keepOnly } from '${join(home, 'server', 'bootstrap', 'packages.mjs')}'\nawait keepOnly('run')`,
    ],
    { encoding: 'utf8' },
  )
  expect(stderr).toContain('killed')
  expect(isInstalled(home)).toEqual(['run'])
})

test('a process that deletes packages still does other work, such as renewing its lock', () => {
  const home = installed()
  // Each step on the disk lets other work run once.
  const code = `new Promise((done) => {
    let turns = 0
    const beat = () => (turns += 1, timer = setImmediate(beat))
    let timer = setImmediate(beat)
    packages.keepOnly('run').then(() => (clearImmediate(timer), done(turns)))
  })`
  expect(evaluate(home, code)).toBeGreaterThan(RUN.length)
})

/** Packages that the files of a running shop import, without those of its tests. */
function importedBy(files: string[]) {
  const named = files.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /(?:^|[;}\s])(?:import|export)\s*(?!type\b)[\w\s{},*$]*?(?:from\s*)?['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)/g,
      ),
    ].map(([, first, second]) => first ?? second ?? ''),
  )
  return new Set(
    named
      .filter((name) => /^[@a-z]/.test(name) && !name.startsWith('node:'))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
  )
}

test('the running shop imports no package that only its build needs', () => {
  const { buildOnly, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    buildOnly: string[]
    dependencies: Record<string, string>
  }
  expect(buildOnly.filter((name) => !dependencies[name])).toEqual([])
  // Screens come from the build; the server itself loads files of the other floors.
  const files = globSync('{server,app/{web,modules,platform,db,rules}}/**/*.{ts,mjs}').filter(
    (file) => !/\.test\.ts$|\.d\.mts$|server\/dev\.ts$/.test(file),
  )
  const imported = importedBy(files)
  expect(imported.has('sharp')).toBe(true)
  expect(buildOnly.filter((name) => imported.has(name))).toEqual([])
})
