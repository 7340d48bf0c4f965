import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { profiles, sessions, staffInvitations } from '../../../app/db/tables.server.ts'
import { intentsIn, othersIn, TAKES_ACTS } from '../../support/acts.ts'
import { useApp } from '../../support/app.ts'

// docs/security.md, Which acts ask once more who one is

const app = useApp()
const ID = '00000000-0000-4000-8000-000000000000'

const page = readFileSync('docs/security.md', 'utf8')
const [, section = ''] = /## Which acts ask once more([^]*?)\n## /.exec(page) ?? []
const codesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '')
const ROWS = [
  ...section.matchAll(/^\| (`.+?) \| (.*?) ?\| (yes|no|PIN|password) \| (.+) \|$/gm),
].map(([, where = '', acts = '', asks = '']) => ({
  where: codesIn(where),
  acts: codesIn(acts),
  asks,
}))

const ENTRY_ACTS = 'web/forms/entry-acts.ts'

/** The files of a folder of routes, each with its text. */
const readRoutes = (folder: string): { file: string; text: string }[] =>
  readdirSync(join('app/routes', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => ({
      file: `routes/${folder}/${file}`,
      text: readFileSync(join('app/routes', folder, file), 'utf8'),
    }))
const STAFFS = [...readRoutes('admin'), ...readRoutes('till'), ...readRoutes('payments')]
/** `save`, `switch` and `delete` of lists whose entries are edited in place; `actOnEntries` names their other acts. */
const ENTRIES = { file: ENTRY_ACTS, text: readFileSync(join('app', ENTRY_ACTS), 'utf8') }
const OWN = [...readRoutes('shop/accounts'), ...readRoutes('shop/credit')].filter(
  ({ file }) => !file.endsWith('/auth.tsx'),
)

test('docs/security.md lists every address for acts of staff and accounts, and whether it asks "Is it you?"', () => {
  const table = readFileSync('app/routes.ts', 'utf8')
  const pathOf = new Map(
    [...table.matchAll(/route\(\s*'([^']+)',\s*'([^']+)'/g)].map(([, path, file]) => [
      file,
      `/${path}`,
    ]),
  )
  const acting = [...STAFFS, ...OWN].filter(
    ({ text }) => TAKES_ACTS.test(text) && !/action = only(Get)/.test(text),
  )
  const paths = acting.flatMap(({ file }) => pathOf.get(file) ?? [])
  expect(paths.length).toBeGreaterThan(20)
  // Signed by the provider, or the test provider's own page: no account is signed in there.
  const machines = ['/webhooks/paychangu', '/payments/return/:reference', '/sandbox/pay/:reference']
  const listed = [...ROWS.flatMap(({ where }) => where), ...machines]
  expect(paths.filter((path) => !listed.includes(path))).toEqual([])
})

test('docs/security.md lists every form act of staff and accounts, and whether it asks "Is it you?"', () => {
  const found = [...STAFFS, ...OWN, ENTRIES]
    .filter(({ text }) => /'intent'|\bchooseAct\(|\b[A-Z]+_ACTS = /.test(text))
    .flatMap(({ text }) => intentsIn(text))
  const listed = ROWS.flatMap(({ acts }) => acts)
  const acts = new Set([...found, ...STAFFS.flatMap(({ text }) => othersIn(text))])
  expect(acts.size).toBeGreaterThan(25)
  expect([...acts].filter((act) => !listed.includes(act))).toEqual([])
  expect(listed.filter((act) => !acts.has(act))).toEqual([])
})

/** The fields of each act's form, as far as they are read before the question. */
const FIELDS: Record<string, string> = {
  id: ID,
  contact: 'reader@example.com',
  seen: 'customer',
  role: 'cashier',
  for: 'nobody',
  'passkey-id': ID,
  session: ID,
}
const forms = ROWS.flatMap(({ where, acts, asks }) =>
  acts.flatMap((act) =>
    where.filter((path) => !path.includes(':')).map((path) => ({ path, act, asks })),
  ),
)

test('an act for super_admins alone changes nothing when an admin posts it', async () => {
  const boss = await app.signIn('super_admin')
  const admin = await app.signIn('admin')
  const other = await app.signIn('customer')
  const about = { id: other.userId, seen: 'customer', role: 'cashier' }
  const acts = [
    ['/admin/customers', { ...about, intent: 'sign-out-everywhere' }],
    ['/admin/customers', { ...about, intent: 'give-role' }],
    ['/admin/staff', { intent: 'invite', email: 'new@example.com', role: 'cashier' }],
  ] as const
  const state = async () =>
    JSON.stringify([
      await app.shop.db.select({ role: profiles.role }).from(profiles).orderBy(profiles.userId),
      await app.shop.db.$count(sessions, eq(sessions.userId, other.userId)),
      await app.shop.db.$count(staffInvitations),
    ])
  for (const [path, form] of acts) {
    const before = await state()
    await admin.post(path, form)
    expect(await state(), `${form.intent} by an admin`).toBe(before)
    await boss.post(path, form)
    expect(await state(), `${form.intent} by a super_admin`).not.toBe(before)
  }
})

test('each act asks as the docs say', async () => {
  const boss = await app.signIn('super_admin')
  await app.shop.db.update(sessions).set({ provenAt: sql`now() - interval '11 minutes'` })
  expect(forms.length).toBeGreaterThan(40)
  const asking: string[] = []
  for (const { path, act } of forms) {
    const answer = await boss.post(path, { ...FIELDS, intent: act })
    const isAsked = answer.status === 401 && (await answer.text()).includes('Is it you?')
    if (isAsked) asking.push(`${path} ${act}`)
  }
  const listed = forms.filter(({ asks }) => asks === 'yes')
  expect(asking).toEqual(listed.map(({ path, act }) => `${path} ${act}`))
})
