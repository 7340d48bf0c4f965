import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { noteClock } from '../app/platform/clock.server.ts'
import { type Config, mustShowTest, readConfig } from '../app/platform/config.server.ts'
import { createLog } from '../app/platform/log.server.ts'
import { refuseMoved, refuseUnfinished } from './backup/unfinished.ts'
import { isBuilt } from './bootstrap/build-stamp.mjs'
import { watchParent } from './bootstrap/setup.mjs'
import { type Children, keepChildren, quickImports } from './children.ts'
import { originHere, takeCommands } from './control.ts'
import { holdFile } from './hold.ts'
import { fitMemory, memoryHere } from './memory/fit-memory.ts'
import { giveBackMemory } from './memory/give-back-memory.ts'
import { openOwnPostgres } from './postgres/postgres.ts'
import { answerForMetrics } from './shared-metrics.ts'
import { explain, ShownError } from './shown-error.ts'

// MB for the build and for a database that is filled at the same time (docs/reliability.md, Memory).
const ENOUGH_FOR_BOTH = 1_500

/** Runs the supervisor: opens the database, prepares it, and keeps the processes that serve the shop. */
export async function run({ dev }: { dev: boolean }) {
  const given: (() => Promise<void> | void)[] = []
  let stopping: Promise<void> | null = null
  let asked = 0

  /** Releases in reverse order what was taken, then ends the process. */
  const stop = (code: number) =>
    (stopping ??= (async () => {
      for (const giveBack of given.reverse()) {
        try {
          await giveBack()
        } catch (error) {
          console.error(error)
        }
      }
      process.exit(code)
    })())

  const onSignal = () => {
    // One Ctrl-C arrives twice, from the terminal and from npm; only a second one after a second kills.
    if (stopping && Date.now() - asked > 1000) killChildren()
    asked ||= Date.now()
    void stop(0)
  }
  let killChildren: () => void = endNow
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal)
  watchParent(onSignal)

  try {
    const settings = readConfig(process.env)
    const { webWorkers, warning } = fitMemory({
      has: memoryHere(),
      requested: settings.webWorkers,
      isAsked: settings.given.includes('WEB_WORKERS'),
      webConnections: settings.databaseUrl ? 3 : settings.webConnections,
    })
    if (warning) console.log(`\n${warning}`)
    const config = { ...settings, webWorkers }
    const log = createLog({ level: config.logLevel, process: 'supervisor' })
    if (config.payments === 'off') log.warn('online payment is off')
    else if (mustShowTest(config)) log.warn('test payments are on in a real shop')
    // Taken first and released last, so that the next start finds everything free once it gets this lock.
    if (!config.databaseUrl) given.push(await holdShop(config.dataDir))
    refuseUnfinished(config.dataDir)
    if (!config.databaseUrl) refuseMoved(config.dataDir)
    await checkPort(config)

    const building = dev || isBuilt() ? null : build()
    if (building) given.push(() => building.end())
    // A first start fills its database during the build. A start with data changes nothing in it before the build is
    // done.
    const isFirst = !config.databaseUrl && !existsSync(join(config.dataDir, 'postgres'))
    const waits = !isFirst || memoryHere() < ENOUGH_FOR_BOTH
    if (building && waits && !(await building.isDone())) return await stop(1)

    let { databaseUrl } = config
    if (!databaseUrl) {
      const opening = openOwnPostgres(config.dataDir)
      // Also when the stop is requested while the database opens.
      given.push(async () => (await opening.catch(() => null))?.stop())
      const own = await opening
      databaseUrl = own.url
      const guard = setInterval(() => {
        own.revive().catch((error: unknown) => log.error({ error }, 'database lost'))
      }, 1000)
      given.push(() => clearInterval(guard))
    }
    const preparing = prepare(databaseUrl)
    given.push(async () => {
      preparing.child.kill()
      await preparing.ended
    })
    const { code, signal } = await preparing.ended
    if (stopping) return
    // Without a signal, the process has printed the reason itself.
    if (signal)
      console.error(
        `\nThe database was not prepared: the process for it was ended by ${signal}. The machine may have too little memory.\n`,
      )
    if (code !== 0) return await stop(1)
    if (building && !(await building.isDone())) return await stop(1)
    await noteClock(config.dataDir).catch((error: unknown) =>
      log.warn({ error }, 'clock not noted'),
    )
    if (stopping) return
    answerForMetrics()
    const children = keepChildren({ config, databaseUrl, dev, log, onHopeless: () => void stop(1) })
    given.push(() => children.stop())
    killChildren = () => children.kill()
    if (!dev)
      given.push(
        await takeReloads(config, children).catch((error: unknown) => {
          log.warn({ error }, 'the shop cannot be reloaded while it runs')
          return () => {}
        }),
      )
    // In development Vite's answer is enough, because a page is transformed when it is requested.
    await untilReady(config, dev ? '/@vite/client' : '/readyz')
    if (!stopping) greet(config, dev)
    giveBackMemory()
  } catch (error) {
    if (stopping) return
    console.error(explain(error))
    await stop(1)
  }
}

/** Prepares the database in a process of its own. */
function prepare(databaseUrl: string) {
  const child = fork(join(import.meta.dirname, 'postgres', 'prepare-shop.ts'), {
    execArgv: quickImports(join(import.meta.dirname, '..')),
    env: { ...process.env, ZOVALA_DATABASE: databaseUrl },
  })
  const ended = once(child, 'exit').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }))
  return { child, ended }
}

/** Builds the shop in a process of its own, which prints its own errors. */
function build() {
  const child = fork(join(import.meta.dirname, 'build.mjs'))
  const ended = once(child, 'exit')
  return {
    isDone: async () => (await ended)[0] === 0,
    async end() {
      child.kill()
      await ended
    },
  }
}

const endNow = () => process.exit(1)

/** Lets commands of the shop's account replace its processes while it serves (`npm run reload`). */
async function takeReloads(config: Config, children: Children) {
  const supervisor = join(import.meta.dirname, '..')
  let folder = supervisor
  let isBusy = false
  return takeCommands(config, async (command) => {
    const report = (ok: boolean, text: string) => ({ ok, text, folder, supervisor })
    if (command.act !== 'reload') return report(true, 'running')
    if (isBusy) return report(false, 'another reload is under way')
    isBusy = true
    const isReplaced = await children.replaceFrom(command.folder).finally(() => (isBusy = false))
    if (!isReplaced)
      return report(false, 'a process of it ends before it answers: its reason is in the log')
    folder = command.folder
    return report(true, 'replaced')
  })
}

/** Allows one product at a time on a data folder; waits a moment for one that is stopping. */
async function holdShop(dataDir: string) {
  const lock = join(dataDir, 'shop.lock')
  const free = await holdFile(lock, 0)
  if (free) return free
  console.log(`Waiting for the Zovala that still runs on ${dataDir} …`)
  const later = await holdFile(lock, 5000)
  if (later) return later
  throw new ShownError(
    `Another Zovala already runs on ${dataDir}: stop it first, or give this one a DATA_DIR (and a PORT) of its own.`,
  )
}

async function checkPort({ host, port }: Config) {
  for (let tries = 0; ; tries += 1) {
    const code = await tryPort(host, port)
    if (!code) return
    if (code !== 'EADDRINUSE')
      throw new ShownError(
        `Zovala cannot listen on HOST ${host}, PORT ${port} (${code}): set them to others.`,
      )
    if (tries === 10)
      throw new ShownError(
        `PORT ${port} is taken by another program: stop that one, or set PORT to a free one.`,
      )
    await wait(200)
  }
}

function tryPort(host: string, port: number) {
  return new Promise<string | null>((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(null)))
  })
}

async function untilReady(config: Config, path: string) {
  for (;;) {
    try {
      const answer = await fetch(originHere(config) + path, {
        // A keep-alive connection would delay its process when that process is to leave.
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(5000),
      })
      await answer.body?.cancel()
      if (answer.ok) return
    } catch {
      // Not yet.
    }
    await wait(30)
  }
}

const PAYMENTS = {
  paychangu: 'PayChangu',
  sandbox: 'test payments: no money moves',
  off: 'OFF: nobody can pay online (PAYCHANGU_SECRET_KEY, PAYMENTS)',
}

function greet(config: Config, dev: boolean) {
  const lines = [`Zovala is open at ${config.baseUrl}`, '']
  if (config.host !== '127.0.0.1')
    lines.push(`  Listening on   ${config.host}, port ${config.port}`)
  if (config.sampleShop) {
    lines.push('  Sample shop, password zovala-demo:')
    for (const name of ['super', 'admin', 'cashier', 'customer'])
      lines.push(`    ${name}@zovala.test`)
    lines.push(`  Its emails     ${config.baseUrl}/dev/mail`)
  }
  lines.push(`  Payments       ${PAYMENTS[config.payments]}`)
  lines.push(
    `  Data           ${config.dataDir}${config.databaseUrl ? ' (files), DATABASE_URL (database)' : ''}`,
  )
  lines.push(dev ? '  Changes in app/ show at once; Ctrl-C stops it.' : '  Ctrl-C stops it.', '')
  console.log(`\n${lines.join('\n')}`)
}
