import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MOST_IMPORT, MOST_ZIP_BYTES } from '../app/rules/imports/imports.ts'
import { longestBody } from '../server/request.ts'

const listPaths = () =>
  [...readFileSync('app/routes.ts', 'utf8').matchAll(/route\(\s*'([^']+)'/g)].map(
    ([, path]) => `/${path}`,
  )

test.each([
  ['deploy/Caddyfile', /^shop\.example \{$/m, 'localhost:3000'],
  ['compose.yaml', /^ *\{\$\$SHOP_HOST\} \{$/m, 'shop:3000'],
])(
  'the web server of %s redirects people from http to https, and refuses programs there',
  (name, site, shop) => {
    const [open = '', closed = ''] = readFileSync(name, 'utf8').split(site)
    const listed = /@programs path (.+)/.exec(open)?.[1]?.split(' ') ?? []
    const paths = listPaths()
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
    expect(['/', '/cart', '/checkout', '/auth', '/admin', '/admin/pos'].filter(isListed)).toEqual(
      [],
    )
    expect(open).toMatch(
      /handle @programs \{\s*respond "[^"]+" 403\s*\}\s*handle \{\s*redir https:/,
    )
    expect(closed).toContain(`reverse_proxy ${shop}`)
  },
)

test('nginx as configured in the docs accepts the largest import file and picture zip at their addresses', () => {
  const docs = readFileSync('docs/operations.md', 'utf8')
  // All addresses with this beginning, also those for programs (`.data`).
  const [, most] = /location \/admin\/import \{\s*client_max_body_size (\d+)m;/.exec(docs) ?? []
  for (const path of ["'admin/import'", "'admin/import/pictures'"])
    expect(readFileSync('app/routes.ts', 'utf8')).toContain(path)
  expect(Number(most) * 1024 * 1024).toBeGreaterThan(Math.max(MOST_ZIP_BYTES, MOST_IMPORT.bytes))
})

test('nginx as configured in the docs accepts every form with photos that the shop accepts', () => {
  const docs = readFileSync('docs/operations.md', 'utf8')
  const [, most] = /server_name shop\.example;\s*client_max_body_size (\d+)m;/.exec(docs) ?? []
  const others = listPaths().filter((path) => !path.startsWith('/admin/import'))
  const longest = Math.max(...others.map((path) => longestBody(path, 'multipart/form-data')))
  expect(longest).toBeGreaterThan(26_000_000)
  expect(Number(most) * 1024 * 1024).toBeGreaterThan(longest)
})
