/** A migration that says so takes away what only releases before the last one need. */
export const isContraction = (migration: string) => /^-- contract: \S/m.test(migration)

const BREAKS = [
  /^drop (table|view|materialized view|function|type|schema)\b/i,
  /^alter table\b.*\b(drop column|rename|set not null|set data type|drop default|add constraint)\b/i,
  /^alter table\b.*\balter column \S+ type\b/i,
  /^alter table\b.*\badd column\b(?!.*\bdefault\b).*\bnot null\b/i,
  /^create unique index\b/i,
]

/**
 * The statements of a migration under which the release before does not run on: what it reads is gone, or what it
 * writes is refused. A table of this migration's own is nobody else's yet. None where the migration is marked as the
 * second half of such a change (`-- contract: why`).
 */
export function findBreaking(migration: string): string[] {
  if (isContraction(migration)) return []
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
