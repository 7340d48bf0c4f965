// What `npm run mutants` executes: `npm run mutants -- stock discounts`; without a name, the rules. Node 20.
import { chooseNode, setUp, stopWith } from '../server/bootstrap/setup.mjs'
import { GROUPS, PARTS, partsCalled } from './mutants/parts.mjs'
import { tryParts } from './mutants/try-parts.mjs'

const named = process.argv.slice(2)
const asked = named.length > 0 ? named : ['rules']

try {
  const unknown = asked.find((name) => partsCalled(name).length === 0)
  if (unknown)
    throw new Error(
      `No part is called ${unknown}: all, ${GROUPS.join(', ')}, or one of ${Object.keys(PARTS).join(', ')}.`,
    )
  await setUp('work')
  if (!tryParts(chooseNode(), asked.flatMap(partsCalled))) process.exitCode = 1
} catch (error) {
  stopWith(error)
}
