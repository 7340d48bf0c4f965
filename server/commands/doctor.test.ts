import { expect, test } from 'vitest'
import { useCommand } from '../../tests/support/commands/use-command.ts'

const { call: doctor, run } = useCommand('doctor')

test('the doctor finds no problem in a new sample shop, and says which shop it checked', () => {
  const { status, stdout, stderr } = doctor()
  expect(stderr).toContain('Zovala, the sample shop, at http://localhost:3000')
  expect(stdout).toMatch(/^Fine +Stock and its ledger +The stock of \d+ variants is the sum/)
  expect(stdout).not.toContain('Trouble')
  expect(status).toBe(0)
})

test('the doctor names each problem with its remedy, and exits with 1', async () => {
  await run(
    `set session_replication_role = replica`,
    `update variants set inventory = inventory + 1 where sku = (select min(sku) from variants)`,
  )
  const { status, stdout } = doctor()
  expect(stdout).toMatch(
    /^Trouble +Stock and its ledger .*\n +-> Somebody has changed the database/,
  )
  expect(status).toBe(1)
})

test('the doctor accepts no other arguments', () => {
  const { status, stderr } = doctor('everything')
  expect(status).toBe(1)
  expect(stderr).toContain('npm run doctor')
})
