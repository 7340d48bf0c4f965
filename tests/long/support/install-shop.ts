import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/**
 * A folder in which this shop was installed from its own repository, with its packages and, unless `bare`, its build.
 */
export function installShop({ bare = false } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'zovala-home-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  for (const file of files.trim().split('\n')) {
    if (!existsSync(file)) continue
    mkdirSync(dirname(join(home, file)), { recursive: true })
    cpSync(file, join(home, file))
  }
  execFileSync('cp', ['-al', 'node_modules', join(home, 'node_modules')])
  if (!bare) cpSync('build', join(home, 'build'), { recursive: true })
  git(home, 'init', '--quiet')
  return home
}

export const git = (home: string, ...args: string[]) =>
  execFileSync(
    'git',
    ['-C', home, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args],
    { stdio: 'pipe' },
  )
