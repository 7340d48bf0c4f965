import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../app/platform/config.server.ts'

const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

test('the image takes what is there, and of the shop only what belongs to a release', () => {
  const copied = linesOf('Dockerfile')
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1))
  expect(copied).toContain('package-lock.json')
  expect(copied.filter((path) => !existsSync(path))).toEqual([])
  const ignored = linesOf('.dockerignore')
  const isIgnored = (path: string) => ignored.some((pattern) => matchesGlob(path, pattern))
  // What an installed shop makes in its folder: its data, other releases, packages of another machine.
  const made = linesOf('.gitignore').map((pattern) => pattern.replaceAll(/^\/|\/$/g, ''))
  expect(made.filter((path) => !ignored.includes(path) && !isIgnored(path))).toEqual([])
  const needed = [
    ...copied.filter((path) => path !== '.'),
    ...globSync(['{app,db,public,sample,server}', '*.config.ts']),
    'tsconfig.json',
  ]
  expect(needed.filter(isIgnored)).toEqual([])
})

test('what the image starts and is built with is there', () => {
  const scripts = [...readFileSync('Dockerfile', 'utf8').matchAll(/\bserver\/[\w/]+\.mjs/g)]
  expect(scripts).toHaveLength(2)
  const unit = readFileSync('deploy/zovala.service', 'utf8')
  const started = /^ExecStart=\/usr\/bin\/env node (\S+)$/m.exec(unit)?.[1] ?? 'nothing'
  const commands = [...unit.matchAll(/^Exec\w+=\/usr\/bin\/npm run (\w+)$/gm)]
  expect([started, ...scripts.map(([path]) => path)].filter((path) => !existsSync(path))).toEqual(
    [],
  )
  const { scripts: ours } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(commands).toHaveLength(1)
  expect(commands.filter(([, name = '']) => !ours[name])).toEqual([])
})

test('the shop of compose.yaml opens with the settings that it is given', () => {
  const [, block = ''] =
    /^ {2}shop:\n[\s\S]*?^ {4}environment:\n((?: {6}.*\n)+)/m.exec(
      readFileSync('compose.yaml', 'utf8'),
    ) ?? []
  const env = Object.fromEntries(
    [...block.matchAll(/^ {6}([A-Z_\d]+): (.+)$/gm)].map(([, name, value = '']) => [
      name,
      value
        .replaceAll(/\$\{\w+:?-([^}]*)\}/g, '$1')
        .replaceAll(/\$\{SHOP_HOST\b[^}]*\}/g, 'shop.example')
        .replaceAll(/\$\{\w+[^}]*\}/g, 'sixteen-characters-and-more')
        .replaceAll("'", ''),
    ]),
  ) as Record<string, string>
  expect(Object.keys(env)).toContain('S3_ENDPOINT')
  // The image's own.
  const config = readConfig({ ...env, NODE_ENV: 'production', DATA_DIR: '/data', HOST: '0.0.0.0' })
  expect(config.databaseUrl).toContain('@database/')
  expect(config.sampleShop).toBe(false)
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
