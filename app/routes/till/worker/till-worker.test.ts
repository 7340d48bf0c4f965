import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerBuild } from 'react-router'
import { afterAll, expect, test } from 'vitest'
import { listTillFiles, writeTillWorker } from './till-worker.ts'

const folder = mkdtempSync(join(tmpdir(), 'till-worker-'))
const FILES = {
  'entry-1.js': 'import "../../../web/vendor-1.js"',
  'vendor-1.js': '',
  'root-1.js': '',
  'till-1.js': 'const later = () => import("../../../web/receipt-1.js")',
  'receipt-1.js': '',
  'till-1.css': '@font-face{src:url(/assets/young-serif-1.woff2)}',
  'young-serif-1.woff2': '',
  'products-1.js': '',
  'manifest-1.js': 'products-1.js',
}
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
afterAll(() => rmSync(folder, { recursive: true }))

const route = (id: string, parentId?: string) => ({ id, parentId, module: `/assets/${id}-1.js` })
const manifest = {
  url: '/assets/manifest-1.js',
  entry: { module: '/assets/entry-1.js', imports: [] },
  routes: {
    root: route('root'),
    till: { ...route('till', 'root'), css: ['/assets/till-1.css'] },
    products: route('products', 'root'),
  },
} as unknown as ServerBuild['assets']

test('the till’s offline files are its own, their imports in turn, and those of no other screen', () => {
  expect(listTillFiles(manifest, folder)).toEqual([
    '/assets/entry-1.js',
    '/assets/manifest-1.js',
    '/assets/receipt-1.js',
    '/assets/root-1.js',
    '/assets/till-1.css',
    '/assets/till-1.js',
    '/assets/vendor-1.js',
    '/assets/young-serif-1.woff2',
    '/icon.svg',
    '/icon-180.png',
    '/admin/pos/app.webmanifest',
    '/admin/pos/receipt.html',
    '/admin/pos/receipt.js',
  ])
})

test('a till worker is the same for the same build; other files or another script give another version', () => {
  const files = listTillFiles(manifest, folder)
  const versionOf = (worker: string) => /"version":"(\w{12})"/.exec(worker)?.[1]
  const worker = writeTillWorker('run()', manifest, files)
  expect(writeTillWorker('run()', manifest, files)).toBe(worker)
  const others = [
    writeTillWorker('run()', manifest, [...files, '/assets/new-2.js']),
    writeTillWorker('run(2)', manifest, files),
  ]
  expect(new Set([worker, ...others].map(versionOf)).size).toBe(3)
})
