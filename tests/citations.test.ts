import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

// Comments cite what is in the repository, and links have a target, so that whoever looks up a rule finds it.

const list = (folder: string, pattern: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => pattern.test(file))
const code = ['app', 'server', 'sample', 'bench', 'tests'].flatMap((folder) =>
  list(folder, /\.(tsx?|mjs|css)$/),
)
const pages = [
  ...readdirSync('.').filter((file) => file.endsWith('.md')),
  ...['docs', 'sample', '.github'].flatMap((folder) => list(folder, /\.md$/)),
]
const read = (file: string) => readFileSync(file, 'utf8')
// A comment's line breaks are not part of what it cites.
const asOneLine = (text: string) => text.replaceAll(/\s*\n\s*(\*(?!\/)|\/\/)?\s*/g, ' ')

const headingsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.trim())
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

test('a page of docs/ that a comment cites exists, with the heading that it names', () => {
  const missing = code.flatMap((file) =>
    [...asOneLine(read(file)).matchAll(/\b(docs\/[\w/.-]+\.md)(?:, ([A-Z][^):;.,`]*))?/g)].flatMap(
      ([, page = '', heading]) => {
        if (!existsSync(page)) return [`${file}: ${page}`]
        const named = heading?.trim()
        return !named || headingsOf(page).some((one) => named.startsWith(one))
          ? []
          : [`${file}: ${page}, ${named}`]
      },
    ),
  )
  expect(missing).toEqual([])
})

test('a decision record that a comment cites by its number exists', () => {
  const records = readdirSync('docs/decisions')
  const missing = code.flatMap((file) =>
    [...read(file).matchAll(/\bdocs\/decisions\/(\d{4})/g)]
      .filter(([, number = '']) => !records.some((record) => record.startsWith(number)))
      .map(([cited]) => `${file}: ${cited}`),
  )
  expect(missing).toEqual([])
})

test('no comment cites a book that is not in the repository', () => {
  const books =
    /\bspec(ification)? §|\(law \d|(?<!RFC \d+ )§ ?\d|\b(decisions|design|spec|stack|peers|look|interface|paychangu|eis)\.md\b/
  const foreign = [...code, ...pages]
    .filter((file) => file !== 'tests/citations.test.ts')
    .flatMap((file) =>
      asOneLine(read(file)).match(books)
        ? [`${file}: ${books.exec(asOneLine(read(file)))?.[0]}`]
        : [],
    )
  expect(foreign).toEqual([])
})

test('a link of a page leads to a file of the repository and to a heading in it', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([, path = '', anchor]) => {
        const target = path ? normalize(join(dirname(page), path)) : page
        if (!existsSync(target)) return [`${page}: ${path}`]
        return !anchor || headingsOf(target).map(anchorOf).includes(anchor)
          ? []
          : [`${page}: ${path}#${anchor}`]
      },
    ),
  )
  expect(broken).toEqual([])
})
