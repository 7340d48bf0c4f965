import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { withoutNamed } from './own-flags.ts'

const OURS = ['--max-semi-space-size=16', '--max-old-space-size=512']

test.each([
  [undefined, OURS],
  ['--trace-warnings', OURS],
  ['--trace-warnings --max-old-space-size=2048', ['--max-semi-space-size=16']],
  ['--max_old_space_size=2048', ['--max-semi-space-size=16']],
  ['--max-heap-size=2048', ['--max-semi-space-size=16']],
  ['--max-old-space-size-percentage=50', ['--max-semi-space-size=16']],
  ['--max-old-space-size=2048 --max-semi-space-size=32', []],
])('the shop’s own flags that NODE_OPTIONS %s does not set are kept', (given, left) => {
  expect(withoutNamed(OURS, given)).toEqual(left)
})

test('a process has the heap size that NODE_OPTIONS sets', () => {
  const given = '--max-old-space-size=2048'
  const limit = ['--print', 'v8.getHeapStatistics().heap_size_limit']
  const { stdout } = spawnSync(process.execPath, [...withoutNamed(OURS, given), ...limit], {
    env: { ...process.env, NODE_OPTIONS: given },
    encoding: 'utf8',
  })
  expect(Number(stdout)).toBeGreaterThan(2048 * 1024 * 1024 - 1)
})
