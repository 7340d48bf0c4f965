import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

function put(path: string, text: string) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const LOCK = JSON.stringify({
  packages: {
    '': { dependencies: { shop: '1', builder: '1' }, devDependencies: { tester: '1' } },
    'node_modules/shop': { version: '1' },
    'node_modules/builder': { version: '1' },
    'node_modules/tester': { version: '1', dev: true },
  },
})
/**
 * Replaces npm: installs all packages, without those of development when npm is told so; `ci` empties the folder first.
 */
const NPM = `const { mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs')
if (process.argv.includes('ci')) rmSync('node_modules', { recursive: true, force: true })
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const omitted = process.argv.includes('--omit=dev')
const all = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !(dev && omitted))
for (const [path] of all) mkdirSync(path, { recursive: true }), writeFileSync(path + '/index.js', '')
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(all) }))`

/** The packages in a new clone after the setup for an act. */
function setUpFor(act: string, { isServer = false, isBuilt = false, then = '' }): string[] {
  const home = mkdtempSync(join(tmpdir(), 'zovala-setup-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const bootstrap = join(home, 'server', 'bootstrap')
  cpSync(join('server', 'bootstrap'), bootstrap, { recursive: true })
  put(join(home, 'package.json'), '{ "buildOnly": ["builder"] }')
  put(join(home, 'package-lock.json'), LOCK)
  put(join(home, 'npm-cli.cjs'), NPM)
  put(join(home, 'build', 'server', 'index.js'), '')
  const code = `const { stampBuild } = await import('${bootstrap}/build-stamp.mjs')
    if (${isBuilt}) await stampBuild(() => {})
    const { setUp } = await import('${bootstrap}/setup.mjs')
    if (!(await setUp('${act}'))) throw new Error('nothing was installed')
    if (await setUp('${act}')) throw new Error('installed twice')
    ${then}`
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: home,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: isServer ? 'production' : 'development',
      npm_execpath: join(home, 'npm-cli.cjs'),
    },
  })
  expect(stderr).toBe('')
  return readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'))
}

const ALL = ['builder', 'shop', 'tester']
test.each([
  ['open', { isServer: true, isBuilt: true }, ['shop']],
  ['open', { isServer: true, isBuilt: false }, ['builder', 'shop']],
  ['command', { isServer: true, isBuilt: true }, ['shop']],
  // The clone's next start builds.
  ['command', { isServer: true, isBuilt: false }, ['builder', 'shop']],
  ['work', { isServer: true, isBuilt: true }, ALL],
  ['open', { isBuilt: true }, ['builder', 'shop']],
  ['command', {}, ['builder', 'shop']],
  ['work', {}, ALL],
])('a new clone set up for %s with %o has the packages that it needs', (act, on, packages) => {
  expect(setUpFor(act, on)).toEqual(packages)
})

test('packages for tests are added to a clone in which the shop may run, without removing any meanwhile', () => {
  const kept = `const { existsSync, writeFileSync } = await import('node:fs')
    writeFileSync('node_modules/shop/open.js', '')
    if (!(await setUp('work'))) throw new Error('nothing was added')
    if (!existsSync('node_modules/shop/open.js')) throw new Error('emptied')`
  expect(setUpFor('open', { then: kept })).toEqual(ALL)
})

test('packages that were stripped for a server are all installed again for development', () => {
  const stripped = `const { existsSync, writeFileSync } = await import('node:fs')
    writeFileSync('node_modules/shop/open.js', '')
    if (!(await setUp('work'))) throw new Error('nothing was installed')
    if (existsSync('node_modules/shop/open.js')) throw new Error('only added')`
  expect(setUpFor('open', { isServer: true, isBuilt: true, then: stripped })).toEqual(ALL)
})

test('a command that finds the packages of a running shop installs nothing, even without a build', () => {
  const home = mkdtempSync(join(tmpdir(), 'zovala-setup-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  cpSync(join('server', 'bootstrap'), join(home, 'server', 'bootstrap'), { recursive: true })
  put(join(home, 'package.json'), '{ "buildOnly": ["builder"] }')
  put(join(home, 'package-lock.json'), LOCK)
  const packages = { 'node_modules/shop': { version: '1' } }
  put(join(home, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
  const code = `const { setUp } = await import('${home}/server/bootstrap/setup.mjs')
    console.log(await setUp('command'))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
  })
  expect(stdout).toBe('false\n')
})

test('a process started again in the same Node keeps its flags', () => {
  const home = mkdtempSync(join(tmpdir(), 'zovala-setup-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  cpSync(join('server', 'bootstrap'), join(home, 'server', 'bootstrap'), { recursive: true })
  put(
    join(home, 'shop.mjs'),
    'console.log(JSON.stringify([process.execArgv, process.argv.slice(2)]))',
  )
  put(
    join(home, 'start.mjs'),
    `import { continueIn } from './server/bootstrap/setup.mjs'
    continueIn(process.execPath, 'shop.mjs', ['--dev'])`,
  )
  const flags = ['--max-old-space-size=300', '--stack-size=900']
  const { stdout } = spawnSync(process.execPath, [...flags, join(home, 'start.mjs')], {
    encoding: 'utf8',
  })
  expect(JSON.parse(stdout)).toEqual([flags, ['--dev']])
})
