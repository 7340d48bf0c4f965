import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What is told who acts, writes, and leaves no line in the log by itself: and why. */
const WITHOUT = {
  'app/modules/accounts/staff/accept-invitation.ts': 'giveRole writes the line',
  'app/modules/catalogue/edit/save-variants.ts': 'within saveProduct, whose line has the sizes',
  'app/modules/till/shifts/drawer-cash.ts':
    'within a refund or the end of a sale, whose line has the drawer',
}

const ACTOR = /\bActor(OrJob)?\b/
const WRITES = /\.(insert|update|delete)\(\s*[a-z]|\b(insert into|update|delete from) [a-z_$]/
const LOGS = /\b(recordAudit|rowActs|versioned|audit[A-Z]\w*)\b/
const TYPES = /import type \{[^}]*\} from '[^']*'/g
const sources = (pattern: string) => globSync(pattern).filter((file) => !/\.test\.tsx?$/.test(file))
const read = (file: string) => readFileSync(file, 'utf8')

test('each act of staff that writes leaves its line in the log, or a reason stands here', () => {
  const found = sources('app/modules/**/*.ts').filter((file) => {
    const text = read(file)
    return ACTOR.test(text) && WRITES.test(text) && !LOGS.test(text.replace(TYPES, ''))
  })
  expect(found.toSorted()).toEqual(Object.keys(WITHOUT))
})

test('each list that leaves as a file does so by the door that logs it', () => {
  const found = sources('app/**/*.{ts,tsx}').filter((file) =>
    /\b(listFile|csvResponse)\b/.test(read(file)),
  )
  expect(found.toSorted()).toEqual([
    // Samples of files to import: those that hold prices and counts of the shop log it themselves.
    'app/routes/admin/imports/sample-csv.ts',
    'app/web/lists/csv.ts',
    'app/web/lists/export.ts',
  ])
})
