import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * The width that fits beside another window; the formatter breaks code at 100 and leaves comments alone. The linter
 * needs its own comments on one line.
 */
const WIDEST = 120

const files = ['app', 'server', 'sample', 'bench', 'tests'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.(tsx?|mjs|css)$/.test(file)),
)

test(`a line of a comment has at most ${WIDEST} characters`, () => {
  const wide = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((text, index) =>
        /^\s*(\/\/|\/?\*|\{\/\*)(?! oxlint-)/.test(text) && Array.from(text).length > WIDEST
          ? [`${file}:${index + 1}`]
          : [],
      ),
  )
  expect(wide).toEqual([])
})

/** A function in a message file returns its sentence, which documents it. */
const MESSAGE_FILES = 'app/rules/messages/'
const EXPORTED =
  /^export (?:async )?(?:function\*? (\w+)|const (\w+)(?:: [^=\n]+)? =\s*(?:async )?(?:<[^>]+>)?\()/gm

test('a function that a rule, a module or the platform exports has a doc comment', () => {
  const floors = ['app/rules/', 'app/modules/', 'app/platform/']
  const silent = files
    .filter((file) => floors.some((floor) => file.startsWith(floor)))
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith(MESSAGE_FILES))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      return [...text.matchAll(EXPORTED)]
        .filter(({ index }) => !text.slice(0, index).endsWith('*/\n'))
        .map(([, declared, arrow]) => `${file}: ${declared ?? arrow}`)
    })
  expect(silent).toEqual([])
})
