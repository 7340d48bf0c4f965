import type { SQL } from 'drizzle-orm'
import { imports } from '../../../app/db/tables.server.ts'
import { checkImport } from '../../../app/modules/imports/check-import.ts'
import { runImport } from '../../../app/modules/imports/run-import.ts'
import type { Shop } from '../../../app/platform/shop.server.ts'
import type { SignedIn, TestApp } from '../app.ts'

type Row = typeof imports.$inferInsert

/** Sends a file as the form at `path` does. */
export function sendFile(
  staff: SignedIn,
  path: string,
  bytes: Buffer,
  fields: Record<string, string> = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new File([new Uint8Array(bytes)], 'file'))
  return staff.fetch(path, { method: 'POST', body: form })
}

/** The id of the import to which an answer redirects. */
export const importIn = (answer: Response) =>
  (answer.headers.get('location') ?? '').split('/').at(-1) ?? ''

/** Sends a file and checks its rows or pictures; returns the import's id. */
export async function checkFile(
  { shop }: Pick<TestApp, 'shop'>,
  ...sent: Parameters<typeof sendFile>
) {
  const id = importIn(await sendFile(...sent))
  await checkImport(shop, id)
  return id
}

/** Presses Import and runs the job; several `runs` run at once. */
export async function bringIn(
  { shop }: Pick<TestApp, 'shop'>,
  staff: SignedIn,
  id: string,
  runs = 1,
) {
  await staff.post(`/admin/import/${id}`, { intent: 'import' })
  await Promise.all(Array.from({ length: runs }, () => runImport(shop, id)))
}

/** A customer file that somebody uploaded, as it is stored. */
export async function anImport(
  { db }: Pick<Shop, 'db'>,
  byUser: string,
  change: { [K in keyof Row]?: Row[K] | SQL } = {},
) {
  const [row] = await db
    .insert(imports)
    .values({ kind: 'customers', fileName: 'a.csv', rows: 1, byUser, ip: '10.0.0.1', ...change })
    .returning()
  if (!row) throw new Error('no import')
  return row
}
