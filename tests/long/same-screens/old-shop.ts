import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The release before the code was reorganized into floors, domains and glossary
 * (docs/decisions/0026-floors-and-domains.md).
 */
export const COMMIT = '9d33c676'

const hasHistory = spawnSync('git', ['cat-file', '-e', `${COMMIT}^{commit}`]).status === 0
export const lacking = hasHistory
  ? ''
  : ` (left out: this clone has no history back to ${COMMIT}; git fetch --unshallow brings it)`

/** A checkout of that release, which its start will install and build; kept for the next run. */
export function installOldShop() {
  const home = join(import.meta.dirname, '..', '..', '..', '.cache', `shop-${COMMIT}`)
  if (existsSync(join(home, 'package.json'))) return home
  mkdirSync(home, { recursive: true })
  const archive = execFileSync('git', ['archive', '--format=tar', COMMIT], {
    maxBuffer: 512 * 1024 * 1024,
  })
  execFileSync('tar', ['-x', '-C', home], { input: archive })
  return home
}
