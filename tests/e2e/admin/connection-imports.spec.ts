import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { FROM_HERE } from '../../support/browse.ts'
import {
  type Act,
  button,
  inDialog,
  inTurn,
  mark,
  numbers,
  shows,
  tryActs,
} from '../../support/connections/cut-acts.ts'

// Imports of files, as in connection.spec.ts.

/** One new customer. */
const fileOf = (name: string) => ({
  name: `${name}-${mark}.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from(`Name,Email\nChisomo,${name}-${mark}@example.com\n`),
})

const aFile = (name: string) => async (admin: APIRequestContext) => {
  const file = fileOf(name)
  numbers[name] = file.name
  const multipart = { kind: 'customers', file }
  const sent = await admin.post('/admin/import', {
    headers: FROM_HERE,
    multipart,
    maxRedirects: 0,
  })
  expect(sent.status(), await sent.text()).toBe(302)
  return sent.headers()['location'] ?? ''
}
const title = (page: Page) => page.getByRole('heading', { level: 1 })

const ACTS: Record<string, Act> = {
  'a file that is to be checked': {
    act: '/admin/import',
    path: '/admin/import?kind=customers',
    fill: (page) => page.getByLabel('File', { exact: true }).setInputFiles(fileOf('sent')),
    send: button('Check the file'),
    kept: async (page) =>
      expect(
        await page
          .getByLabel('File', { exact: true })
          .evaluate((field: HTMLInputElement) => field.files?.[0]?.name),
      ).toBe(fileOf('sent').name),
    done: inTurn(
      (page) => expect(title(page)).toHaveText(fileOf('sent').name),
      shows(/1 new, 0 changed/),
      (page) => page.goto('/admin/import'),
      (page) => expect(page.getByRole('link', { name: fileOf('sent').name })).toHaveCount(1),
    ),
    log: [fileOf('sent').name, 1],
  },
  'a file that is brought in': {
    act: '/admin/import/:importId import',
    prepare: aFile('brought'),
    fill: shows('Nothing has changed yet.'),
    send: button('Import 1 customer'),
    kept: shows('Nothing has changed yet.'),
    done: shows(/1 added, 0 changed/),
    log: ['brought', 1],
  },
  'a file that is thrown away': {
    act: '/admin/import/:importId delete',
    prepare: aFile('deleted'),
    fill: inTurn(shows('Nothing has changed yet.'), button('Delete import…')),
    send: inDialog('Delete import'),
    done: inTurn(shows('Import deleted'), (page) =>
      expect(page.getByRole('link', { name: numbers['deleted'] ?? '' })).toHaveCount(0),
    ),
    log: ['deleted', 1],
  },
}

tryActs(ACTS)
