import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBreaking, oldestAfter } from '../app/db/breaking.server.ts'

// During an update, or for days after a step back, the previous release runs on this release's tables:
// docs/operations.md, Update the shop.

const FOLDER = 'db/migrations'
/** Migrations from before any release had to run beside them. */
const BEFORE_THE_RULE = 29

const young = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sql'))
  .filter((file) => Number(file.slice(0, 4)) > BEFORE_THE_RULE)

test.each(young)('the previous release runs on the tables that %s leaves', (file) => {
  expect(findBreaking(readFileSync(join(FOLDER, file), 'utf8'))).toEqual([])
})

test('a migration that removes something names the oldest release that runs on it, with a reason', () => {
  const takes = 'DROP TABLE "notes"'
  for (const mark of ['-- contract: why', '-- contract 0.3.0:', '-- contract 0.3: why'])
    expect(findBreaking(`${mark}\n${takes};`)).toEqual([takes])
  for (const file of young) {
    const text = readFileSync(join(FOLDER, file), 'utf8')
    if (text.includes('-- contract')) expect(oldestAfter(text), file).not.toBeNull()
  }
})

test.each([
  'ALTER TABLE "orders" DROP COLUMN "note"',
  'alter table orders rename column note to remark',
  'ALTER TABLE "orders" RENAME TO "purchases"',
  'DROP TABLE "orders"',
  'drop view if exists totals',
  'ALTER TABLE "orders" ADD COLUMN "source" text NOT NULL',
  'ALTER TABLE "orders" ALTER COLUMN "note" SET NOT NULL',
  'ALTER TABLE "orders" ALTER COLUMN "total" SET DATA TYPE text',
  'ALTER TABLE "orders" ALTER COLUMN "total" DROP DEFAULT',
  'ALTER TABLE "orders" ADD CONSTRAINT "some" CHECK (total > 5)',
  'CREATE UNIQUE INDEX "one" ON "orders" ("note")',
])('the previous release would break with: %s', (statement) => {
  expect(findBreaking(`${statement};`)).toEqual([statement])
})

test.each([
  'CREATE TABLE "more" ("id" uuid PRIMARY KEY NOT NULL)',
  'ALTER TABLE "orders" ADD COLUMN "source" text',
  `ALTER TABLE "orders" ADD COLUMN "source" text DEFAULT 'shop' NOT NULL`,
  'CREATE INDEX "some" ON "orders" ("note")',
  'DROP INDEX "some"',
  'ALTER TABLE "orders" ALTER COLUMN "note" DROP NOT NULL',
  'CREATE TABLE "more" ("id" uuid);--> statement-breakpoint\nALTER TABLE "more" ADD CONSTRAINT "m" CHECK (true)',
  'CREATE TABLE "more" ("id" uuid);--> statement-breakpoint\nCREATE UNIQUE INDEX "m" ON "more" USING btree ("id")',
  '-- contract 0.3.0: it has not read this column\nALTER TABLE "orders" DROP COLUMN "note"',
])('the previous release still runs with: %s', (statement) => {
  expect(findBreaking(`${statement};`)).toEqual([])
})
