import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MOST_IMPORT, MOST_ZIP_BYTES } from '../app/rules/imports/imports.ts'

test('the web server in the docs redirects people from http to https, and refuses programs there', () => {
  const file = readFileSync('deploy/Caddyfile', 'utf8')
  const [open = '', closed = ''] = file.split(/^shop\.example \{$/m)
  const listed = /@programs path (.+)/.exec(open)?.[1]?.split(' ') ?? []
  const routes = readFileSync('app/routes.ts', 'utf8')
  const paths = [...routes.matchAll(/route\(\s*'([^']+)'/g)].map(([, path]) => `/${path}`)
  const isListed = (path: string) =>
    listed.some((pattern) =>
      pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
    )
  // Programs request the addresses that answer JSON, events or figures.
  const forPrograms = paths.filter((path) =>
    /^\/(api|functions|webhooks|events|metrics)(\/|$)|^\/admin\/pos\//.test(path),
  )
  expect(forPrograms.length).toBeGreaterThan(25)
  expect(forPrograms.filter((path) => !isListed(path))).toEqual([])
  expect(['/', '/cart', '/checkout', '/auth', '/admin', '/admin/pos'].filter(isListed)).toEqual([])
  expect(open).toMatch(/handle @programs \{\s*respond "[^"]+" 403\s*\}\s*handle \{\s*redir https:/)
  expect(closed).toContain('reverse_proxy localhost:3000')
})

test('nginx as configured in the docs accepts the largest import file and picture zip at their addresses', () => {
  const docs = readFileSync('docs/operations.md', 'utf8')
  // All addresses with this beginning, also those for programs (`.data`).
  const [, most] = /location \/admin\/import \{\s*client_max_body_size (\d+)m;/.exec(docs) ?? []
  for (const path of ["'admin/import'", "'admin/import/pictures'"])
    expect(readFileSync('app/routes.ts', 'utf8')).toContain(path)
  expect(Number(most) * 1024 * 1024).toBeGreaterThan(Math.max(MOST_ZIP_BYTES, MOST_IMPORT.bytes))
})
