import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readStripped } from '../../server/bootstrap/stripped.mjs'

// The memory that each process needs for its own program: docs/reliability.md, Memory.

test('the server’s build is kept in memory with one byte for each of its characters', () => {
  const files = globSync('build/server/**/*.js')
  expect(files.length).toBeGreaterThan(1)
  for (const file of files)
    expect(
      readFileSync(file).findIndex((byte) => byte > 127),
      file,
    ).toBe(-1)
})

test('a web process loads no part of React that only browsers use', () => {
  const code = readFileSync('build/server/index.js', 'utf8')
  expect(code).toMatch(/^import .* from "react-dom\/server"/m)
  expect(code).not.toMatch(/^import .* from "react-dom\/client"/m)
})

test('a process of the shop loads TypeScript without the program that strips its types', () => {
  const program = `await import('./app/rules/plain.ts')
    console.log(process.moduleLoadList.filter((name) => /amaro/.test(name)).length)`
  const run = (...imports: string[]) =>
    execFileSync(process.execPath, [...imports, '--input-type=module', '--eval', program], {
      // The compile cache would supply code that an earlier process has stripped.
      env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
      encoding: 'utf8',
    }).trim()
  expect(run('--import', './server/bootstrap/quick-imports.mjs')).toBe('0')
  // Proves that this is the module's name when it is loaded.
  expect(run()).toBe('1')
})

test('a file that has changed since the build is not taken from it', () => {
  const source = readFileSync('server/web.ts', 'utf8')
  const file = join(mkdtempSync(join(tmpdir(), 'stripped-')), 'web.ts')
  writeFileSync(file, source)
  expect(readStripped(file)?.toString()).toContain('openShop')
  writeFileSync(file, `${source}\n`)
  expect(readStripped(file)).toBeNull()
})
