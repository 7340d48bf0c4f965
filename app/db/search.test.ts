import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { useDatabase } from '../../tests/support/database.ts'
import { holdsText } from './search.server.ts'

const held = useDatabase()

test.each([
  ['Silk Scarf', 'ilk sc', true],
  ['Silk Scarf', 'S', true],
  ['Silk Scarf', 'sc', true],
  ['Silk Scarf', 'ca', false],
  ['ZV-77', '7', true],
  ['50_%', '0_%', true],
  ['50 off', '0_%', false],
  ['a % b', '%', false],
  ['a_b', '_', false],
  ['Éva', 'év', true],
])('whether %j is found by %j: %s', async (text, sought, isFound) => {
  const { rows } = await held.db.execute(
    sql`select ${holdsText(sql`${text}::text`, sought)} as found`,
  )
  expect(rows).toEqual([{ found: isFound }])
})
