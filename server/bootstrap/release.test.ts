import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/**
 * The folder in which a shop was installed: the files that a start reads before it knows the current release, and no
 * packages to install.
 */
function installed() {
  const home = mkdtempSync(join(tmpdir(), 'zovala-home-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  for (const part of ['bootstrap', 'build.mjs', 'command.mjs', 'start.mjs'])
    cpSync(join('server', part), join(home, 'server', part), { recursive: true })
  put(join(home, 'package-lock.json'), '{ "packages": {} }')
  put(join(home, 'node_modules', '.package-lock.json'), '{ "packages": {} }')
  mkdirSync(join(home, 'releases'))
  return home
}

function put(path: string, text: string) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function run(home: string, script: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join('server', script), 'doctor'],
    { cwd: home, env: { PATH: process.env['PATH'], ...env }, encoding: 'utf8' },
  )
  return { status, output: stdout + stderr }
}

test('a link to a deleted release is refused with a message, and the first release does not start in its place', () => {
  const home = installed()
  symlinkSync('0.2.0-gone', join(home, 'releases', 'current'))
  for (const script of ['start.mjs', 'command.mjs', 'build.mjs']) {
    const { status, output } = run(home, script)
    expect(status, script).toBe(1)
    expect(output).toMatch(/^\n.+current leads to 0\.2\.0-gone, which is not there: .+\n\n$/)
  }
})

test('a folder in which the shop was installed gets no build that no start would use', () => {
  const home = installed()
  const next = join(home, 'releases', '0.2.0-next')
  mkdirSync(next)
  symlinkSync('0.2.0-next', join(home, 'releases', 'current'))
  const { status, output } = run(home, 'build.mjs')
  expect(status).toBe(1)
  expect(output).toContain(`Nothing was built: since the first upgrade this shop runs from ${next}`)
  // When `home` is the current release, or a release builds itself, the command goes as far as the build.
  expect(run(home, 'build.mjs', { ZOVALA_HOME: home }).output).toContain('Building the shop')
  rmSync(join(home, 'releases', 'current'))
  symlinkSync('..', join(home, 'releases', 'current'))
  expect(run(home, 'build.mjs').output).toContain('Building the shop')
})

test.skipIf(process.platform === 'win32')(
  'a release runs in its own Node, and only after an upgrade',
  () => {
    const home = installed()
    const own = join(
      home,
      'node_modules',
      `node-${process.platform}-${process.arch}`,
      'bin',
      'node',
    )
    put(
      own,
      '#!/bin/sh\nif [ "$1" = --version ]; then echo v99.0.0; else echo "own Node: $2"; fi\n',
    )
    chmodSync(own, 0o755)
    put(
      join(home, 'server', 'commands', 'doctor.ts'),
      `export const run = () => console.log('PATH')\n`,
    )
    expect(run(home, 'command.mjs', { ZOVALA_HOME: home })).toEqual({
      status: 0,
      output: 'own Node: doctor\n',
    })
    expect(run(home, 'command.mjs').output).toBe('PATH\n')
    // With the same version no second process is started.
    put(own, `#!/bin/sh\necho ${process.version}\n`)
    expect(run(home, 'command.mjs', { ZOVALA_HOME: home }).output).toBe('PATH\n')
  },
)
