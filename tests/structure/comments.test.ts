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
