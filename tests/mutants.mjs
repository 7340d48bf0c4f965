// What `npm run mutants` executes: `npm run mutants -- stock discounts`; without a name, the rules. Node 20.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { chooseNode, root, setUp, stopWith } from '../server/bootstrap/setup.mjs'
import { PARTS, partsCalled } from './mutants/parts.mjs'

const named = process.argv.slice(2)
const asked = named.length > 0 ? named : ['rules']
const parts = asked.flatMap(partsCalled)

try {
  const unknown = asked.find((name) => partsCalled(name).length === 0)
  if (unknown)
    throw new Error(`No part is called ${unknown}: ${Object.keys(PARTS).join(', ')}, till, or all.`)
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
