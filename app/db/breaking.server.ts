/**
 * The oldest release that runs on a migration's tables. A migration names it when it removes or refuses what an older
 * release needs (`-- contract 0.2.0: why`); null when the migration only adds.
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
 * The statements of a migration that break the former release: they remove what it reads, or refuse what it writes.
 * Tables that this migration makes do not count. Empty when the migration names the oldest release, because
 * `npm run upgrade` lets no older release use its tables.
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
