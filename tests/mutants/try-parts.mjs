import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from '../../server/bootstrap/setup.mjs'

/** The share of the changes that tests must notice. */
const LEAST = 0.95

/**
 * Changes the code of these parts in one small place after another and runs their tests, prints what no test notices,
 * and returns whether at least 95 % of all changes were noticed.
 */
export function tryParts(node, parts) {
  const tried = parts.map((part) => tryPart(node, part))
  const noticed = sum(tried.map((one) => one.noticed))
  const all = sum(tried.map((one) => one.all))
  console.log(`\n${noticed} of ${all} changes noticed (${((noticed / all) * 100).toFixed(1)} %)`)
  return all > 0 && noticed >= all * LEAST && tried.every(({ all }) => all > 0)
}

const sum = (numbers) => numbers.reduce((left, right) => left + right, 0)

function tryPart(node, part) {
  const report = join(root, '.cache', 'mutants', `${part}-report.json`)
  rmSync(report, { force: true })
  console.log(`\n== changed code of ${part}`)
  spawnSync(
    node,
    [
      'node_modules/@stryker-mutator/core/bin/stryker.js',
      'run',
      'tests/mutants/stryker.config.mjs',
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        MUTANTS: part,
        PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
      },
    },
  )
  try {
    const { files } = JSON.parse(readFileSync(report, 'utf8'))
    const results = Object.values(files).flatMap(({ mutants }) =>
      mutants.map(({ status }) => status),
    )
    const among = (...statuses) => results.filter((status) => statuses.includes(status)).length
    const noticed = among('Killed', 'Timeout')
    return { noticed, all: noticed + among('Survived', 'NoCoverage') }
  } catch {
    console.error(`${part} left no report.`)
    return { noticed: 0, all: 0 }
  }
}
