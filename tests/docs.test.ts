import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

// What docs/ says about the code matches the code, and each decision record has all its parts.

const pages = [
  ...readdirSync('.').filter((file) => file.endsWith('.md')),
  ...globSync('{docs,sample,.github}/**/*.md'),
]
const files = globSync('{app,server,db,sample,tests,bench,public,deploy}/**/*.{ts,tsx,mjs,css,sql}')
const rootFiles = readdirSync('.')

/** Expands `a/{b,c}.ts` to `a/b.ts` and `a/c.ts`. */
function spellOut(text: string): string[] {
  const [all = '', inside] = /\{([^{}]+)\}/.exec(text) ?? []
  return inside === undefined
    ? [text]
    : inside.split(',').flatMap((part) => spellOut(text.replace(all, part.trim())))
}

const endsWith = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`))

test('a code file that a page names exists', () => {
  const missing = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/`([\w./{},@<>*-]+\.(?:tsx?|mjs|sql|css))`/g)]
      .flatMap(([, text = '']) => spellOut(text))
      // A pattern names no file.
      .filter((name) => !/[<>*]/.test(name))
      .filter((name) => !rootFiles.includes(name) && !endsWith(name))
      .map((name) => `${page}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('a code file that a comment names exists', () => {
  const code = files.filter(
    (file) => /\.(tsx?|mjs|css)$/.test(file) && !file.endsWith('docs.test.ts'),
  )
  const missing = code.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^\s*(?:\/\/|\/?\*).*$/gm)].flatMap(([comment]) =>
      [...comment.matchAll(/(?<![\w./-])[\w./-]+\.(?:tsx?|mjs|sql)\b/g)]
        .map(([name]) => name)
        .filter((name) => !rootFiles.includes(name) && !endsWith(name))
        .map((name) => `${file}: ${name}`),
    ),
  )
  expect(missing).toEqual([])
})

test('a folder that a page names exists', () => {
  const missing = pages.flatMap((page) =>
    [
      ...readFileSync(page, 'utf8').matchAll(
        /`((?:app|server|db|sample|tests|bench|public|deploy|docs)\/[\w./{},-]*\/)`/g,
      ),
    ]
      .flatMap(([, text = '']) => spellOut(text))
      .filter((name) => !existsSync(name))
      .map((name) => `${page}: ${name}`),
  )
  expect(missing).toEqual([])
})

const records = globSync('docs/decisions/*.md').sort()
const PARTS = ['Context', 'Decision', 'Alternatives', 'Consequences']

/** The parts that a decision record lacks; empty when it has all. */
function lacksOf(file: string): string[] {
  const [title = '', , dated = '', ...rest] = readFileSync(file, 'utf8').split('\n')
  const parts = rest
    .flatMap((line) => /^\*\*(\w+)\b.*?[.:?]\*\*/.exec(line)?.[1] ?? [])
    .filter((part) => PARTS.includes(part))
  const places = parts.map((part) => PARTS.indexOf(part))
  const isInOrder = places.every((place, n) => place >= (places[n - 1] ?? 0))
  return [
    ...(title.startsWith(`# ${Number(basename(file).slice(0, 4))}. `)
      ? []
      : ['its number as title']),
    ...(/^Date: \d{4}-\d\d-\d\d\. Status: (accepted|proposed|replaced by \d+)\.$/.test(dated)
      ? []
      : ['date and status']),
    ...PARTS.slice(0, 3).filter((part) => !parts.includes(part)),
    ...(isInOrder ? [] : ['the usual order']),
  ]
}

test('a decision record has number, date, status, context, decision and alternatives', () => {
  expect(records.flatMap((file) => lacksOf(file).map((what) => `${file}: ${what}`))).toEqual([])
})

test('the decision records are numbered from 1 on, each number once', () => {
  const numbers = records.map((file) => Number(basename(file).slice(0, 4)))
  expect(numbers).toEqual(numbers.map((_, n) => n + 1))
})
