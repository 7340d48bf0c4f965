import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

// The house has floors, and imports only go down (docs/decisions). Each folder names what it may import.
const MAY: Record<string, string[]> = {
  'app/routes': [
    'app/ui',
    'app/web',
    'app/modules',
    'app/platform',
    'app/rules',
    'app/db/open',
    'app/shop',
  ],
  'app/ui': ['app/ui', 'app/rules', 'app/shop'],
  'app/web': ['app/web', 'app/modules', 'app/platform', 'app/db/open', 'app/rules', 'app/shop'],
  'app/modules': ['app/modules', 'app/db', 'app/platform', 'app/rules', 'app/shop'],
  'app/platform': ['app/platform', 'app/db', 'app/rules', 'app/shop'],
  'app/db': ['app/db', 'app/rules', 'app/shop'],
  'app/rules': ['app/rules', 'app/shop'],
  'app/shop': [],
}
const MODULES = [
  'audit',
  'media',
  'accounts',
  'banners',
  'catalogue',
  'stock',
  'products',
  'discounts',
  'payments',
  'cart',
  'orders',
  'till',
  'checkout',
  'newsletter',
  'reports',
]

const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((file) => join('app', file))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
    ([, path = '']) => normalize(join(dirname(file), path)),
  )
const floorOf = (file: string) => Object.keys(MAY).find((floor) => file.startsWith(floor))
const moduleOf = (file: string) => /^app\/modules\/([^/]+)\//.exec(file)?.[1]

describe('the house stands on its floors', () => {
  test('no import climbs', () => {
    const climbing = sources.flatMap((file) => {
      const floor = floorOf(file)
      if (!floor) return []
      return importsOf(file)
        .filter((target) => target.startsWith('app/') && !/\+types/.test(target))
        .filter((target) => !MAY[floor]?.some((below) => target.startsWith(below)))
        .map((target) => `${file} imports ${target}`)
    })
    expect(climbing).toEqual([])
  })

  test('a module calls only those before it in the list', () => {
    const wrong = sources.flatMap((file) => {
      const own = moduleOf(file)
      if (!own) return []
      expect(MODULES, `${file} is in no known module`).toContain(own)
      return importsOf(file)
        .filter((target) => MODULES.indexOf(moduleOf(target) ?? own) > MODULES.indexOf(own))
        .map((target) => `${file} imports ${target}`)
    })
    expect(wrong).toEqual([])
  })

  test('there is no drawer for everything', () => {
    const drawer = /(^|\/)(lib|utils?|helpers?|common|constants?|types)(\.tsx?$|\/)/
    expect(sources.filter((file) => drawer.test(file))).toEqual([])
  })

  test('what must never reach a browser carries .server in its name', () => {
    const open = sources.filter(
      (file) => /^app\/(db|platform)\//.test(file) && !/\.server\.ts$/.test(file),
    )
    expect(open).toEqual([])
  })

  test('vendors are known to the platform only', () => {
    const vendors = /from '(nodemailer|@aws-sdk\/|better-auth|pg-boss|pino|pg)['/]/
    const elsewhere = sources.filter(
      (file) => !/^app\/(platform|db)\//.test(file) && vendors.test(readFileSync(file, 'utf8')),
    )
    expect(elsewhere).toEqual([])
  })
})
