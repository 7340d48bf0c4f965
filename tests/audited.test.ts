import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Functions that get the acting person or are called by a staff screen, and write without logging it themselves: with
 * the reason.
 */
const WITHOUT = {
  'app/modules/accounts/staff/accept-invitation.ts acceptInvitation': 'giveRole writes the line',
  'app/modules/catalogue/edit/save-variants.ts saveVariants':
    'within saveProduct, whose line has the sizes',
  'app/modules/catalogue/missed-searches.ts removeMissedSearch':
    'a count of what strangers typed, kept for days: nothing of the shop changes',
  'app/modules/media/store-picture.ts storePicture':
    'a file of nobody until what shows it is saved, whose line has it',
  'app/modules/orders/shipments/send-shipment.ts stepOrder':
    'within the acts on a parcel, whose lines have it',
  'app/modules/payments/key-trials.ts settleTrial': 'tryKeys wrote the line',
  'app/modules/purchasing/change-delivery.ts dropFromDelivery':
    'what nobody ordered and nothing came of: a form that is being filled in',
  'app/modules/stock/counts/count-stock.ts addCounted':
    'its rows say who counted; the line that books or forgets them names those',
  'app/modules/till/shifts/drawer-cash.ts moveDrawerCash':
    'within a refund or the end of a sale, whose line has the drawer',
}

const ACTOR = /\b(Actor(OrJob)?|Signed|actor)\b/
const WRITES = /\.(insert|update|delete)\(\s*[a-z]|\b(insert into|update|delete from) [a-z_$]/
const LOGS = /\b(recordAudit|rowActs|versioned|audit[A-Z]\w*)\b/
const NO_CODE = /import \{?[^'"]*\}? from '[^']*'|^ *\/\*\*[\s\S]*?\*\/|^ *\/\/.*$/gm
const sources = (pattern: string) => globSync(pattern).filter((file) => !/\.test\.tsx?$/.test(file))
const read = (file: string) => readFileSync(file, 'utf8')

/** The top-level declarations of a module: each with its own text, and the text of the others that it uses. */
function declarationsOf(text: string) {
  const own = new Map<string, { isExported: boolean; text: string }>()
  for (const part of text
    .replace(NO_CODE, '')
    .split(/^(?=(?:export )?(?:async )?(?:function|const) )/m)) {
    const [, exported, name] = /^(export )?(?:async )?(?:function|const)\*? (\w+)/.exec(part) ?? []
    if (name) own.set(name, { isExported: Boolean(exported), text: part })
  }
  const reach = (name: string, seen: Set<string>): string => {
    const { text = '' } = own.get(name) ?? {}
    const used = [...own.keys()].filter(
      (other) => !seen.has(other) && new RegExp(`\\b${other}\\b`).test(text),
    )
    for (const other of used) seen.add(other)
    return [text, ...used.map((other) => reach(other, seen))].join('\n')
  }
  return [...own]
    .filter(([, { isExported }]) => isExported)
    .map(([name, { text }]) => ({ name, own: text, all: reach(name, new Set([name])) }))
}

/** `file name` of everything that staff screens import from modules. */
const ofStaff = new Set(
  sources('app/routes/admin/**/*.{ts,tsx}').flatMap((file) =>
    [...read(file).matchAll(/^import \{([^}]*)\} from '(\.[^']*modules\/[^']*)'/gm)].flatMap(
      ([, names = '', from = '']) =>
        names
          .split(',')
          .map((name) => `${join(dirname(file), from)} ${name.trim().split(' as ')[0]}`),
    ),
  ),
)

test('each act of staff that writes is logged, or has a reason listed here', () => {
  const found = sources('app/modules/**/*.ts').flatMap((file) =>
    declarationsOf(read(file))
      .filter(({ name, own }) => ACTOR.test(own) || ofStaff.has(`${file} ${name}`))
      .filter(({ all }) => WRITES.test(all) && !LOGS.test(all))
      .map(({ name }) => `${file} ${name}`),
  )
  expect(found.toSorted()).toEqual(Object.keys(WITHOUT).toSorted())
})

test('each exported list goes through the function that logs it', () => {
  const found = sources('app/**/*.{ts,tsx}').filter((file) =>
    /\b(listFile|csvResponse|csvBytes)\b/.test(read(file)),
  )
  expect(found.toSorted()).toEqual([
    // Logs the export itself.
    'app/routes/admin/imports/pictures-zip.ts',
    // Samples of import files: those with the shop's prices and counts log themselves.
    'app/routes/admin/imports/sample-csv.ts',
    'app/web/lists/csv.ts',
    'app/web/lists/export.ts',
  ])
})
