import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

// The floors and the domains of docs/architecture.md: imports only go down, and a domain has one name on every floor.

/** The floors that each folder may import; from `types` it may only `import type`. */
const FLOORS: Record<string, { may: string[]; types?: string[] }> = {
  'app/routes': { may: ['ui', 'web', 'modules', 'platform', 'rules', 'db/open'] },
  // Of the room for finished pages, screens use the parts made for them: fragments and recovery.
  'app/ui': { may: ['ui', 'rules', 'web/render'], types: ['modules'] },
  'app/web/render': { may: ['web', 'ui/kit', 'modules', 'platform', 'rules'] },
  'app/web': { may: ['web', 'modules', 'platform', 'rules', 'db/open'] },
  'app/modules': { may: ['modules', 'db', 'platform', 'rules'] },
  'app/platform': { may: ['platform', 'db', 'rules'] },
  'app/db': { may: ['db', 'rules'] },
  'app/rules': { may: ['rules'] },
}

/**
 * A module calls only modules before it. The audit log comes first, because every domain writes into it; the till comes
 * before the checkout, because one function settles the payment of an order or a till sale.
 */
const DOMAINS = [
  'audit',
  'accounts',
  'settings',
  'media',
  'stock',
  'catalogue',
  'purchasing',
  'pricing',
  'discounts',
  'credit',
  'banners',
  'newsletter',
  'waitlist',
  'cart',
  'payments',
  'orders',
  'till',
  'checkout',
  'refunds',
  'returns',
  'reviews',
  'imports',
  'privacy',
  'reports',
  'health',
]

/** Folders that are no domains, by floor. */
const ROOMS: Record<string, string[]> = {
  'app/rules': ['messages'],
  'app/rules/messages': ['emails'],
  'app/modules': [],
  'app/ui/shop': [],
  'app/ui/admin': ['form', 'list'],
  'app/ui/till': ['kit', 'printing', 'sales', 'shifts', 'store'],
  'app/ui/till/store': ['sales', 'sync'],
  'app/routes': ['admin', 'api', 'operations', 'shop', 'site'],
  'app/routes/shop': ['pages'],
  'app/routes/admin': [],
}

const MOST_FILES = 20

/** The files that contain an `<svg>`: icons, a barcode on paper, and the code that a customer's phone reads. */
const ICONS = ['app/ui/kit/icon.tsx', 'app/ui/kit/qr-code.tsx', 'app/ui/till/printing/barcode.tsx']

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.(tsx?|mjs|css)$/.test(file))
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)
const sources = listFiles('app').filter((file) => !isTest(file) && !file.endsWith('.css'))
const texts = new Map(sources.map((file) => [file, readFileSync(file, 'utf8')]))
const textOf = (file: string) => texts.get(file) ?? ''

type Import = { path: string; isType: boolean }
const importsOf = (file: string): Import[] =>
  [
    ...textOf(file).matchAll(
      /(?:^|\n)(?:import|export)\s+(type\s)?[^'"]*?from\s+'(\.[^']+)'|import\s*\(?\s*'(\.[^']+)'/g,
    ),
  ]
    .map(([, type, path, plain]) => ({
      path: normalize(join(dirname(file), path ?? plain ?? '')),
      isType: Boolean(type),
    }))
    .filter(({ path }) => path.startsWith('app/') && !path.includes('+types'))
const foldersIn = (folder: string) => [
  ...new Set(
    sources
      .filter((file) => file.startsWith(`${folder}/`))
      .map((file) => file.slice(folder.length + 1).split('/'))
      .flatMap(([name = '', ...rest]) => (rest.length > 0 ? [name] : [])),
  ),
]

const floorOf = (file: string) => Object.entries(FLOORS).find(([floor]) => file.startsWith(floor))
const moduleOf = (file: string) => /^app\/modules\/([^/]+)\//.exec(file)?.[1]
const isBelow = (path: string, floors: readonly string[]) =>
  /^app\/shop(-\w+)?\.ts$/.test(path) || floors.some((floor) => path.startsWith(`app/${floor}`))

describe('the floors of the app', () => {
  test('an import leads to the same floor or a lower one', () => {
    const climbing = sources.flatMap((file) => {
      const [floor, allowed] = floorOf(file) ?? []
      if (!floor || !allowed) return []
      return importsOf(file)
        .filter(({ path, isType }) => {
          if (isBelow(path, allowed.may)) return false
          // A route's parts lie beside it.
          if (floor === 'app/routes') return dirname(path) !== dirname(file)
          return !(isType && isBelow(path, allowed.types ?? []))
        })
        .map(({ path }) => `${file} imports ${path}`)
    })
    expect(climbing).toEqual([])
  })

  test('a module calls only those before it in the order of domains', () => {
    const wrong = sources.flatMap((file) => {
      const own = moduleOf(file)
      if (!own) return []
      return importsOf(file)
        .filter(({ path }) => DOMAINS.indexOf(moduleOf(path) ?? own) > DOMAINS.indexOf(own))
        .map(({ path }) => `${file} imports ${path}`)
    })
    expect(wrong).toEqual([])
  })

  test('a table is written by its own domain, or by the platform part that owns it', () => {
    const owners = new Map(
      sources
        .filter((file) => file.startsWith('app/db/tables/'))
        .flatMap((file) =>
          [...textOf(file).matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)].flatMap(
            ([, name = '', table = '']) => {
              const domain = basename(file, '.server.ts').replace(
                /-(columns|messages|moves|shipments|payouts|sales|search|sizes|vouchers)$/,
                '',
              )
              return [
                [name, domain],
                [table, domain],
              ] as const
            },
          ),
        ),
    )
    const writes =
      /(?:\.(?:insert|update|delete)\(|\bversioned\()\s*(\w+)\s*[,)]|(?:insert into|delete from|update) (?:\$\{)?(\w+)/g
    const foreign = sources.flatMap((file) => {
      if (/^app\/(platform|db)\//.test(file)) return []
      return [...textOf(file).matchAll(writes)]
        .map(([, name, table]) => name ?? table ?? '')
        .filter((name) => owners.has(name) && owners.get(name) !== moduleOf(file))
        .map((name) => `${file} writes ${name}`)
    })
    expect(foreign).toEqual([])
  })

  test('a screen imports the texts of its own domains, and no table of all texts', () => {
    const whole = sources.filter(
      (file) =>
        file.startsWith('app/ui/') &&
        importsOf(file).some(
          ({ path, isType }) => !isType && /rules\/messages\/(refusals|notices)\.ts$/.test(path),
        ),
    )
    expect(whole).toEqual([])
  })

  test.each([
    ['products', 'app/modules/stock/lock-products.ts'],
    ['credits', 'app/modules/credit/lock-credit.ts'],
  ])('%s are locked in one place, so that all code locks them in the same order', (table, home) => {
    const locking = new RegExp(`\\.from\\(${table}\\)(?:(?!\\n\\n|await )[\\s\\S])*?\\.for\\(`)
    expect(sources.filter((file) => locking.test(textOf(file)))).toEqual([home])
  })

  test('a module returns codes instead of sentences, and the message files have their texts', () => {
    const sentence = /'[A-Z][a-z’]+ [a-z][^'\n]*'|`[A-Z][a-z’]+ (?:[a-z]|\$\{)[^`\n]*`/g
    const written = sources
      .filter((file) => file.startsWith('app/modules/'))
      .flatMap((file) =>
        textOf(file)
          .split('\n')
          .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
          .flatMap((line) => line.match(sentence) ?? [])
          .map((text) => `${file} writes ${text}`),
      )
    expect(written).toEqual([])
  })

  test.each([
    // The tabs above the orders are NavLinks, which mark the current one.
    [
      'link',
      /\b(?:Nav)?Link\b[^}]*\} from 'react-router'/,
      ['app/ui/admin/orders/orders-head.tsx', 'app/web/render/link.tsx'],
    ],
    ['icon', /<svg\b|\/\/www\.w3\.org\/2000\/svg/, ICONS],
    // On phones, the search fills the screen and is closed by the Back button.
    [
      'window',
      /<dialog\b/,
      ['app/ui/kit/dialog.tsx', 'app/ui/shop/catalogue/search/search-overlay.tsx'],
    ],
    ['toast', /tone: 'good' \| 'bad'/, ['app/rules/messages/toast.ts']],
  ])('screens use the one %s, and no second one', (_what, own, homes) => {
    const seen = sources.filter((file) => /^app\/(ui|routes|rules|web)\//.test(file))
    expect(seen.filter((file) => own.test(textOf(file))).toSorted()).toEqual(homes)
  })

  test('a form is read in one place, for shoppers and staff', () => {
    const reading =
      /\b(form|sent|fields)\.(get|getAll)\(|\bfromEntries\((await )?(form|readForm)\b|\.formData\(\)/
    const others = [
      // A picture of many megabytes, whose parser counts the bytes as they arrive.
      'app/routes/admin/media/read-upload.ts',
      // In the browser, from its own form.
      'app/routes/shop/checkout/screen.tsx',
      // In the browser, from requests without an answer.
      'app/web/render/waiting/waiting-acts.ts',
    ]
    const seen = sources.filter((file) => /^app\/(routes|web|modules|rules)\//.test(file))
    expect(seen.filter((file) => reading.test(textOf(file))).toSorted()).toEqual(
      [...others, 'app/web/forms/read-form.ts'].toSorted(),
    )
  })

  test('the shoppers’ pages use the few icons of the kit, and load no icon library', () => {
    const loading = sources.filter(
      (file) => /^app\/(ui|routes)\/shop\//.test(file) && textOf(file).includes('lucide-react'),
    )
    expect(loading).toEqual([])
  })

  test('a module that must never reach a browser has .server in its name', () => {
    const open = sources.filter(
      (file) => /^app\/(db|platform)\//.test(file) && !/\.server\.ts$/.test(file),
    )
    expect(open).toEqual([])
  })

  test('only the platform and the database import the libraries for the outside world', () => {
    const vendors = /from '(nodemailer|@aws-sdk\/|better-auth|pg-boss|pino|pg)['/]/
    const elsewhere = sources.filter(
      (file) => !/^app\/(platform|db)\//.test(file) && vendors.test(textOf(file)),
    )
    expect(elsewhere).toEqual([])
  })
})

describe('the folders of the app', () => {
  test('every folder of a floor is a domain, or one of the few rooms beside them', () => {
    const unknown = Object.entries(ROOMS).flatMap(([floor, rooms]) =>
      foldersIn(floor)
        .filter((name) => !DOMAINS.includes(name) && !rooms.includes(name))
        .map((name) => `${floor}/${name}`),
    )
    expect(unknown).toEqual([])
  })

  test('every table is in the file of its domain, and that file in no other domain’s folder', () => {
    const others = ['shop']
    // A large domain has several files, each named after it.
    const files = sources
      .filter((file) => file.startsWith('app/db/tables/'))
      .map((file) => ({
        folder: basename(dirname(file)),
        name: basename(file, '.server.ts').replace(
          /-(columns|messages|moves|shipments|payouts|sales|search|sizes|vouchers)$/,
          '',
        ),
      }))
    const strange = files.filter(
      ({ folder, name }) =>
        (!DOMAINS.includes(name) && !others.includes(name)) ||
        (folder !== 'tables' && folder !== name),
    )
    expect(strange).toEqual([])
    // A domain has one file, or, with more than one, a folder that holds all of them.
    const inFolder = Map.groupBy(
      files.filter(({ folder }) => folder !== 'tables'),
      ({ folder }) => folder,
    )
    const split = files.filter(({ folder, name }) => folder === 'tables' && inFolder.has(name))
    const alone = [...inFolder].filter(([, held]) => held.length < 2).map(([folder]) => folder)
    expect([split, alone]).toEqual([[], []])
  })

  test('no folder or file has a catch-all name', () => {
    const drawer = /(^|\/)(lib|utils?|helpers?|common|constants?|types)(\.tsx?$|\/)/
    expect(sources.filter((file) => drawer.test(file))).toEqual([])
  })

  test(`a folder has at most ${MOST_FILES} files, without tests`, () => {
    const counts = new Map<string, number>()
    // In the folders of tests/ the tests themselves are counted.
    for (const file of ['app', 'server', 'sample', 'bench', 'tests'].flatMap(listFiles))
      if (!isTest(file) || file.startsWith('tests/'))
        counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
    const large = [...counts].filter(([, count]) => count > MOST_FILES)
    expect(large.map(([folder, count]) => `${folder}: ${count}`)).toEqual([])
  })
})

describe('the sizes of files', () => {
  const lines = ['app', 'server']
    .flatMap(listFiles)
    .filter((file) => !isTest(file))
    .map((file) => ({ file, count: readFileSync(file, 'utf8').split('\n').length - 1 }))
    .toSorted((a, b) => a.count - b.count)
  const at = (part: number) => lines[Math.floor(lines.length * part)]?.count

  test('no file has more than 300 lines', () => {
    const large = lines.filter(({ count }) => count > 300)
    expect(large.map(({ file, count }) => `${file}: ${count}`)).toEqual([])
  })

  test('half of the files have at most 60 lines, nine of ten at most 150', () => {
    expect(at(0.5)).toBeLessThanOrEqual(60)
    expect(at(0.9)).toBeLessThanOrEqual(150)
  })
})

test('five requests pass at most four files of ours from the route to the table', () => {
  const { status, stdout } = spawnSync('node', ['tests/journeys.mjs'], { encoding: 'utf8' })
  expect(stdout.match(/^\S.*: [1-4]$/gm)).toHaveLength(5)
  expect(status).toBe(0)
})
