/**
 * The oldest release that runs on the tables which a migration leaves: it says so where it takes away or refuses what
 * an older one needs (`-- contract 0.2.0: why`). Null where it only adds.
 */
export const oldestAfter = (migration: string): string | null =>
  /^-- contract (\d+\.\d+\.\d+): \S/m.exec(migration)?.[1] ?? null

const BREAKS = [
  /^drop (table|view|materialized view|function|type|schema)\b/i,
  /^alter table\b.*\b(drop column|rename|set not null|set data type|drop default|add constraint)\b/i,
  /^alter table\b.*\balter column \S+ type\b/i,
  /^alter table\b.*\badd column\b(?!.*\bdefault\b).*\bnot null\b/i,
  /^create unique index\b/i,
]

/**
 * The statements of a migration under which the release before does not run on: what it reads is gone, or what it
 * writes is refused. A table of this migration's own is nobody else's yet. None where the migration says which releases
 * run on: `npm run upgrade` lets no other meet its tables.
 */
export function findBreaking(migration: string): string[] {
  if (oldestAfter(migration)) return []
  const statements = migration
    .replaceAll(/^--(?!> statement-breakpoint).*$/gm, '')
    .split(/;|--> statement-breakpoint/)
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
  const own = new Set(
    statements.flatMap((statement) => /^create table "?(\w+)/i.exec(statement)?.[1] ?? []),
  )
  const tableOf = (statement: string) =>
    /^(?:alter table|create unique index\b.*? on) "?(\w+)/i.exec(statement)?.[1] ?? ''
  return statements.filter(
    (statement) => BREAKS.some((breaks) => breaks.test(statement)) && !own.has(tableOf(statement)),
  )
}
