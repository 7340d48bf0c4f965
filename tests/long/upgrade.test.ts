import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { VERSION } from '../../app/platform/version.server.ts'
import { holdFile } from '../../server/hold.ts'
import { freePort, livePostmaster } from '../../server/postgres/postgres-place.ts'
import { ask, openProduct, until } from '../support/product.ts'
import { askOn } from '../support/traffic/ask-on.ts'
import { git, installShop } from './support/install-shop.ts'

function edit(file: string, change: (text: string) => string) {
  const before = readFileSync(file, 'utf8')
  const after = change(before)
  expect(after, `${file} was changed`).not.toBe(before)
  writeFileSync(file, after)
}

/** Tags the folder's content as a release; the first one is this repository. */
function release(home: string, version: string, changes?: () => void) {
  if (changes)
    edit(join(home, 'package.json'), (text) =>
      text.replace(/"version": "[^"]+"/, `"version": "${version}"`),
    )
  changes?.()
  git(home, 'add', '--all')
  git(home, 'commit', '--quiet', '--message', version)
  git(home, 'tag', `v${version}`)
}

function addMigration(home: string) {
  const folder = join(home, 'db', 'migrations')
  writeFileSync(join(folder, '9000_next.sql'), 'CREATE TABLE "of_the_next" ("id" integer);')
  edit(join(folder, 'meta', '_journal.json'), (text) => {
    const journal = JSON.parse(text) as { entries: Record<string, unknown>[] }
    const entry = { idx: 9000, version: '7', when: Date.now(), tag: '9000_next', breakpoints: true }
    return JSON.stringify({ ...journal, entries: [...journal.entries, entry] })
  })
}

test('a selling shop upgrades to the next release, refuses a broken one, and goes back, without a failed request', async () => {
  const home = installShop()
  release(home, VERSION)
  release(home, '0.2.0', () => {
    addMigration(home)
    edit(join(home, 'app', 'entry.client.tsx'), (text) => `${text}\nwindow.name ||= 'next'\n`)
  })
  release(home, '0.3.0', () =>
    edit(join(home, 'server', 'web.ts'), (text) => `${text}\nprocess.exit(1)\n`),
  )
  git(home, 'checkout', '--quiet', `v${VERSION}`)

  const port = await freePort()
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    PORT: String(port),
    HOST: '127.0.0.1',
    WEB_WORKERS: '2',
    LOG_LEVEL: 'warn',
    // Commands read their settings from here; relative paths are relative to the installation.
    DATA_DIR: 'shop-data',
    SAMPLE_SHOP: 'off',
  }
  const dataDir = join(home, 'shop-data')
  const shop = spawn(process.execPath, ['server/start.mjs'], { cwd: home, env, stdio: 'pipe' })
  let printed = ''
  for (const stream of [shop.stdout, shop.stderr])
    stream.on('data', (part: Buffer) => (printed += part.toString()))
  onTestFinished(async () => {
    if (shop.exitCode === null) {
      shop.kill('SIGTERM')
      await once(shop, 'exit')
    }
    await until(() => livePostmaster(join(dataDir, 'postgres')) === null, 'PostgreSQL is gone')
  })
  await until(() => printed.includes('Zovala is open at') || shop.exitCode !== null, 'it is open')
  expect(shop.exitCode, printed).toBeNull()

  const origin = `http://127.0.0.1:${port}`
  const command = async (...words: string[]) => {
    const child = spawn(process.execPath, ['server/command.mjs', ...words], { cwd: home, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (output += part.toString()))
    const [code] = (await once(child, 'close')) as [number]
    return { code, output }
  }
  /** The versions that new connections get. */
  const versions = async () => {
    const found = new Set<string>()
    for (let n = 0; n < 10; n += 1) {
      const answer = await fetch(`${origin}/healthz`, { headers: { connection: 'close' } })
      found.add(/version (\S+)/.exec(await answer.text())?.[1] ?? 'none')
    }
    return [...found]
  }
  /** The scripts and styles that a page names. */
  const filesOf = async (path: string) => [
    ...new Set((await (await fetch(origin + path)).text()).match(/\/assets\/[\w.-]+/g)),
  ]
  const missing = async (files: string[]) => {
    const answers = await Promise.all(files.map((file) => fetch(origin + file)))
    return answers.filter(({ ok }) => !ok).map(({ url }) => url)
  }
  const traffic = [
    askOn({ port }, new Agent({ keepAlive: true })),
    askOn({ port }, new Agent({ keepAlive: false })),
  ]
  expect(await versions()).toEqual([VERSION])
  const ofOld = await filesOf('/')
  expect(ofOld.length).toBeGreaterThan(2)

  const done = await command('upgrade', 'v0.2.0')
  expect(done.code, done.output).toBe(0)
  expect(await versions()).toEqual(['0.2.0'])
  expect(await ask(dataDir, 'select count(*) from of_the_next')).toEqual(['0'])
  expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1)
  const ofNew = await filesOf('/')
  expect(ofNew).not.toEqual(ofOld)
  expect(await missing([...ofOld, ...ofNew])).toEqual([])

  const broken = await command('upgrade', 'v0.3.0')
  expect(broken.code).toBe(1)
  expect(broken.output).toContain('The shop is back on 0.2.0')
  expect(await versions()).toEqual(['0.2.0'])
  const folders = readdirSync(join(home, 'releases')).filter((name) => /^\d/.test(name))
  expect(folders).toHaveLength(1)

  const back = await command('upgrade', '--back')
  expect(back.code, back.output).toBe(0)
  expect(await versions()).toEqual([VERSION])
  expect(await missing([...ofOld, ...ofNew])).toEqual([])

  for (const asking of traffic) {
    const { failed, answered } = await asking.end()
    expect(failed).toEqual([])
    expect(answered).toBeGreaterThan(300)
  }
})

test('an upgrade accepts every kind of source, does not rebuild a built one, and changes nothing when it refuses one', async () => {
  const home = installShop()
  release(home, VERSION)
  const origin = join(home, 'origin')
  const elsewhere = join(home, 'elsewhere')
  git(home, 'clone', '--quiet', '--bare', `file://${home}`, origin)
  git(home, 'clone', '--quiet', `file://${origin}`, elsewhere)
  git(home, 'remote', 'add', 'origin', `file://${origin}`)
  release(elsewhere, '0.2.0', () => addMigration(elsewhere))
  git(elsewhere, 'push', '--quiet', '--tags', 'origin')
  execFileSync('cp', ['-al', 'node_modules', elsewhere])

  const product = await openProduct({ home, dataDir: join(home, 'shop-data'), empty: true })
  await product.end()
  const upgrade = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['server/command.mjs', 'upgrade', ...words],
      {
        cwd: home,
        env: {
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          PORT: String(product.port),
          DATA_DIR: product.dataDir,
          SAMPLE_SHOP: 'off',
        },
        encoding: 'utf8',
      },
    )
    return { status, output: stdout + stderr }
  }
  const current = () => realpathSync(join(home, 'releases', 'current'))
  const folders = () => readdirSync(join(home, 'releases')).filter((name) => !/^\.\w+$/.test(name))
  const take = (version: string, isBuilding: boolean, ...words: string[]) => {
    const { status, output } = upgrade(...words)
    expect(status, output).toBe(0)
    expect(output).toContain(`No shop runs: the next start takes ${version} (${current()})`)
    expect(output.includes('Building the shop'), output).toBe(isBuilding)
    expect(output).not.toContain('Installing')
  }
  const refuse = (reason: string, ...words: string[]) => {
    const before = [current(), ...folders()]
    const { status, output } = upgrade(...words)
    expect(output).toContain(reason)
    expect(status).toBe(1)
    expect([current(), ...folders()]).toEqual(before)
  }

  take('0.2.0', true)
  refuse('0.2.0 is the newest release: there is nothing to upgrade to.')
  refuse('v9 is no file, no folder, and no tag, branch or commit known here.', 'v9')

  release(elsewhere, '0.3.0', () => edit(join(elsewhere, 'README.md'), (text) => `${text}\n`))
  execFileSync(process.execPath, ['deploy/make-release.mjs'], { cwd: elsewhere, stdio: 'pipe' })
  take('0.3.0', false, join(elsewhere, 'zovala-0.3.0.tar.gz'))

  release(elsewhere, '0.4.0', () => edit(join(elsewhere, 'README.md'), (text) => `${text}\n`))
  const archive = join(home, 'shop-data', 'zovala.tar')
  git(elsewhere, 'archive', '--format=tar', `--output=${archive}`, 'v0.4.0')
  take('0.4.0', true, archive)

  // An older release, as it was installed with its packages and its build.
  git(elsewhere, 'checkout', '--quiet', 'v0.3.0')
  take('0.3.0', false, elsewhere)
  take('0.4.0', false, '--back')

  writeFileSync(archive, readFileSync(archive).subarray(0, 100_000))
  refuse('cannot be unpacked', archive)
  rmSync(join(elsewhere, 'db'), { recursive: true })
  refuse('db/migrations is missing', elsewhere)
  const finished = await holdFile(join(home, 'releases', '.upgrade.lock'), 0)
  refuse('Another upgrade is under way.', 'v0.2.0')
  finished?.()

  const again = await openProduct({ home, dataDir: product.dataDir, empty: true })
  expect(await (await fetch(`${again.origin}/healthz`)).text()).toContain('version 0.4.0')
  expect(again.output()).not.toMatch(/Installing|Building/)
  await again.end()
})
