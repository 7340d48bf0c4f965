import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useCommand } from '../../tests/support/commands/use-command.ts'

const { call: erasures, run, dir } = useCommand('erasures')
const NOBODY = '00000000-0000-4000-8000-000000000000'

test('the list of erased accounts erases them again after a restore has brought them back', async () => {
  const file = join(dir, 'erased.txt')
  const [customer] = await run(`select id from users where email = 'customer@zovala.test'`)
  const id = String(customer?.['id'])
  writeFileSync(file, `${id}\n${NOBODY}\n`)
  const { status, stdout } = erasures('again', file)
  expect(stdout).toBe('1 of 2 were there, and are erased again.\n')
  expect(status).toBe(0)
  expect(await run(`select 1 from users where email = 'customer@zovala.test'`)).toEqual([])
  expect(await run(`select 1 from profiles where user_id = '${id}'`)).toEqual([])
  expect(erasures('list').stdout.trim().split('\n').sort()).toEqual([NOBODY, id].sort())
})

test('the command for erasures refuses an invalid id before it erases anybody', () => {
  const file = join(dir, 'odd.txt')
  writeFileSync(file, `${NOBODY}\nsomebody@example.com\n`)
  const { status, stderr } = erasures('again', file)
  expect(status).toBe(1)
  expect(stderr).toContain('This is not the id of an account: somebody@example.com')
  expect(erasures('again', join(dir, 'none')).stderr).toContain('There is no file')
  expect(erasures('everything').stderr).toContain('npm run erasures')
})

test('the command for erasures continues after a failure, names it and exits with 1', async () => {
  const subjects = await run(
    `select id from users where email in ('cashier@zovala.test', 'admin@zovala.test') order by email`,
  )
  const [bad, good] = subjects.map(({ id }) => String(id))
  await run(
    `create function refuse_erasing() returns trigger language plpgsql as $$ begin raise 'held fast'; end $$`,
  )
  await run(
    `create trigger refuse_erasing before delete on profiles for each row when (old.user_id = '${bad}') execute function refuse_erasing()`,
  )
  const file = join(dir, 'failing.txt')
  writeFileSync(file, `${bad}\n${good}\n`)
  const { status, stdout, stderr } = erasures('again', file)
  expect(stdout).toBe('1 of 2 were there, and are erased again.\n')
  expect(stderr).toContain(`Not erased: ${bad}`)
  expect(stderr).toContain('1 of 2 could not be erased')
  expect(status).toBe(1)
  expect(await run(`select user_id from profiles where user_id in ('${bad}', '${good}')`)).toEqual([
    { user_id: bad },
  ])
})
