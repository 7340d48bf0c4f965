import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * As wide as a screen beside another shows; the formatter breaks code at 100 and no comment. The linter reads its own
 * in one line.
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

/** A function of a message file gives the sentence that stands in it, and needs no other. */
const MESSAGE_FILES = 'app/rules/messages/'
const EXPORTED =
  /^export (?:async )?(?:function\*? (\w+)|const (\w+)(?:: [^=\n]+)? =\s*(?:async )?(?:<[^>]+>)?\()/gm

test('a function that a rule, a module or the platform exports says above it what it promises', () => {
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
