import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, realpathSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../app/platform/config.server.ts'
import { openStorage } from '../../app/platform/storage/open-storage.server.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { openPlace } from '../backup/open-place.ts'
import { currentRelease, home } from '../bootstrap/release.mjs'
import { originHere, sendCommand } from '../control.ts'
import { ShownError } from '../shown-error.ts'
import { fetchRelease } from './fetch-release.ts'
import {
  deleteOthers,
  needsRestart,
  refuseLeap,
  refuseLostTables,
  releaseOf,
  switchTo,
  versionOf,
} from './releases.ts'
import { sharePackages } from './share-packages.ts'

const NEEDED_MB = 1200
const PROBES = 20

const log = (text: string) => console.log(text)
const nameOf = (folder: string) => `${versionOf(folder)} (${folder})`

/** Upgrades from the current release to another one; goes back by itself when the new one does not answer. */
export async function upgrade(
  shop: { config: Config; databaseUrl: string },
  word: string | undefined,
  path: string | null,
) {
  const { config } = shop
  const former = currentRelease()
  const running = await sendCommand(config, { act: 'status' })
  // Deletes the remains of a killed upgrade, because otherwise the disk could be too small.
  const used = running ? [running.folder, running.supervisor] : []
  const brought = path && existsSync(path) ? [realpathSync(path)] : []
  deleteOthers([former, releaseOf('former') ?? former, ...used, ...brought])
  refuseSmallDisk(home)
  log(`1. A backup of the shop as it is (${nameOf(former)}) …`)
  log(`   ${await backUp(shop)}`)
  log('2. The new release, in a folder of its own …')
  const next = fetchRelease(word, path)
  try {
    log(`   ${nameOf(next)}`)
    // After a step back the tables are those of the release that was left.
    for (const made of new Set([former, releaseOf('former') ?? former]))
      refuseLostTables(made, next)
    refuseLeap(former, next)
    log('3. Its packages and its build; the shop sells meanwhile …')
    sharePackages(former, next)
    // A server that was installed slim stays slim.
    const isSlim = !existsSync(join(former, 'node_modules', 'vite'))
    await runIn(next, 'server/build.mjs', ...(isSlim ? ['--slim'] : []))
    log('4. Whether it understands the settings, and its build loads …')
    await runIn(next, 'server/command.mjs', 'reload', '--check')
    await goOn(config, { from: former, to: next, isRunning: running !== null })
  } catch (error) {
    const still = (await sendCommand(config, { act: 'status' }))?.folder
    if (still !== next) rmSync(next, { recursive: true, force: true })
    throw error
  }
  deleteOthers([next, former, ...(running ? [running.supervisor] : [])])
}

/** Goes back to the release before, which runs on the tables of this one unless a migration has removed something. */
export async function goBack(config: Config) {
  const [from, to] = [currentRelease(), releaseOf('former')]
  if (!to || to === from)
    throw new ShownError('There is no former release here: nothing was upgraded with this command.')
  refuseLostTables(from, to)
  const running = await sendCommand(config, { act: 'status' })
  log(`From ${nameOf(from)} back to ${nameOf(to)}`)
  await goOn(config, { from, to, isRunning: running !== null })
}

async function goOn(config: Config, way: { from: string; to: string; isRunning: boolean }) {
  const { from, to, isRunning } = way
  const former = releaseOf('former')
  switchTo(to, from)
  if (!isRunning) return log(`5. No shop runs: the next start takes ${nameOf(to)}.`)
  log('5. The running shop goes on with it, one process after another …')
  try {
    await runIn(to, 'server/command.mjs', 'reload')
    log('6. Whether it answers …')
    await probe(config)
  } catch (error) {
    switchTo(from, former)
    let now = await sendCommand(config, { act: 'status' })
    if (now?.folder === to) now = await sendCommand(config, { act: 'reload', folder: from })
    const reason = error instanceof Error ? error.message : String(error)
    throw new ShownError(
      `${reason}\n${now ? `The shop is back on ${nameOf(now.folder)}.` : `The shop was stopped meanwhile: its next start takes ${nameOf(from)}.`}`,
    )
  }
  log(`Done: the shop runs ${nameOf(to)}. Back with: npm run upgrade -- --back`)
  const after = await sendCommand(config, { act: 'status' })
  if (after && needsRestart(after.supervisor, to))
    log(
      'The supervisor, Node or PostgreSQL changed as well: restart the service when a stop of a few seconds suits you (sudo systemctl restart zovala).',
    )
}

/** Refuses a disk without room for the packages, the build, and the temporary files of the build. */
export function refuseSmallDisk(folder: string, neededMb = NEEDED_MB) {
  const { bavail, bsize } = statfsSync(folder)
  const free = Math.floor((bavail * bsize) / 1e6)
  if (free < neededMb)
    throw new ShownError(
      `An upgrade needs about ${neededMb} MB on the disk of ${folder}, and ${free} MB are free.`,
    )
}

async function backUp({ config, databaseUrl }: { config: Config; databaseUrl: string }) {
  const place = openPlace(config, config.backups?.to ?? join(config.dataDir, 'backups'))
  const source = { config, databaseUrl, storage: openStorage(config) }
  const { name } = await makeBackup(source, place, {
    passphrase: config.backupPassphrase,
    now: () => new Date(),
    isScheduled: false,
  })
  return `${place.name}/${name}`
}

/** Runs a script of a release in its own folder, with this command's settings. */
async function runIn(folder: string, ...args: string[]) {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'pipe'],
    // Without development packages, and with the folder in which the shop was installed.
    env: { ...process.env, NODE_ENV: 'production', ZOVALA_HOME: home },
  })
  let errors = ''
  child.stderr.on('data', (part: Buffer) => (errors = (errors + part.toString()).slice(-4000)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0)
    throw new ShownError(
      `${errors.trim()}\nThe new release is not taken: ${args.join(' ')} failed.`,
    )
}

/** Requests a page and the database check over so many new connections that every web process answers some. */
async function probe(config: Config) {
  for (let n = 0; n < PROBES; n += 1)
    for (const path of ['/readyz', '/']) {
      const answer = await fetch(originHere(config) + path, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(20_000),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`The new release answers ${path} with ${answer.status}.`)
    }
}
