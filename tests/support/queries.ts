import { AsyncLocalStorage } from 'node:async_hooks'
import { Client, type ClientBase } from 'pg'
import { vi } from 'vitest'

/** A statement as it was sent to the database; statements of one `turn` did not wait for each other's answers. */
export type Sent = { text: string; values: unknown[]; turn: number }
/** The rows of a table that one step of a plan read, and how; rows that it discarded count, too. */
export type Read = { table: string; by: string; rows: number }

const NO_QUERY = /^\s*(begin|commit|rollback|savepoint|release|set|listen)\b/i
const isText = (asked: unknown): asked is string => typeof asked === 'string'

const recorded = new AsyncLocalStorage<true>()

/**
 * Every statement that `work` sends, without those that begin and end transactions. Excludes what this process sends by
 * itself: a shop looks for new settings, which once made counts vary.
 */
export async function recordQueries<T>(
  work: () => Promise<T>,
): Promise<{ result: T; sent: Sent[] }> {
  const sent: Sent[] = []
  const unanswered = new Map<Client, number>()
  const change = (client: Client, by: number) =>
    unanswered.set(client, (unanswered.get(client) ?? 0) + by)
  let turn = 0
  // oxlint-disable-next-line typescript/unbound-method -- called below with the client that was asked.
  const real = Client.prototype.query
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...given: unknown[]
  ) {
    if (!recorded.getStore()) return Reflect.apply(real, this, given) as never
    const [asked, values] = given as [string | Partial<Sent>, unknown]
    const text = isText(asked) ? asked : (asked.text ?? '')
    const own = Array.isArray(values) ? values : isText(asked) ? [] : (asked.values ?? [])
    if (!unanswered.get(this)) turn += 1
    if (!NO_QUERY.test(text)) sent.push({ text, values: own, turn })
    const answer: unknown = Reflect.apply(real, this, given)
    if (!(answer instanceof Promise)) return answer
    change(this, 1)
    return answer.finally(() => change(this, -1))
  })
  try {
    return { result: await recorded.run(true, work), sent }
  } finally {
    spy.mockRestore()
  }
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

const readsIn = (node: Node, table?: string): Read[] => {
  // An index that only builds a bitmap names no table: it reads for the heap scan above it.
  const own = node['Relation Name'] ?? table
  const each =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  const isScan = /Scan$/.test(node['Node Type'])
  const by = [node['Node Type'], node['Index Name']].filter(Boolean).join(' ')
  const below = (node.Plans ?? []).flatMap((plan) => readsIn(plan, isScan ? own : undefined))
  return own && isScan
    ? [{ table: own, by, rows: Math.round(each * node['Actual Loops']) }, ...below]
    : below
}

/** Runs a reading statement once more, and returns what each step of its plan has read. */
export async function explain(
  client: ClientBase,
  { text, values }: Omit<Sent, 'turn'>,
): Promise<Read[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
    `explain (analyze, timing off, format json) ${text}`,
    values,
  )
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => readsIn(Plan)))
}

/** Whether running a statement again changes nothing. */
export const onlyReads = ({ text }: Pick<Sent, 'text'>) =>
  /^\s*(select|with)\b/i.test(text) &&
  !/\b(insert into|update|delete from|pg_notify|nextval)\b/i.test(text)
