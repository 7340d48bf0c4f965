// What `npm run mutants` executes: `npm run mutants -- stock discounts`; the rules where nothing is named. Node 20.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { chooseNode, root, setUp, stopWith } from '../server/bootstrap/setup.mjs'
import { PARTS } from './mutants/parts.mjs'

const asked = process.argv.slice(2)
const names = Object.keys(PARTS)
const parts = asked.includes('all') ? names : asked.length > 0 ? asked : ['rules']

try {
  const unknown = parts.find((part) => !names.includes(part))
  if (unknown) throw new Error(`No part is called ${unknown}: ${names.join(', ')}, or all.`)
  await setUp('work')
  const node = chooseNode()
  for (const part of parts) {
    console.log(`\n== changed code of ${part}`)
    const { status } = spawnSync(
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
          PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
        },
      },
    )
    if (status !== 0) process.exitCode = 1
  }
} catch (error) {
  stopWith(error)
}
