import { expect, test } from 'vitest'
import { csvResponse } from './csv.ts'

const columns = [['Name', ({ name }: { name: string }) => name]] as const
async function* pageOf(...names: string[]) {
  yield names.map((name) => ({ name }))
}
const fileOf = (...names: string[]) => csvResponse('people.csv', columns, pageOf(...names)).text()

test('a name with a line break stays in its cell: it cannot begin a row with a formula', async () => {
  expect(await fileOf('Ana\n=1+1', 'Ben\r=1+1', 'Cara\r\n=1+1')).toBe(
    'Name\r\n"Ana\n=1+1"\r\n"Ben\r=1+1"\r\n"Cara\r\n=1+1"\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(1)', '\t=1', ' =1', '\u200b=1', '\u202e=1', '＝1'])(
  'the text %j is not a formula to a spreadsheet',
  async (text) => {
    expect(await fileOf(text)).toContain(`\r\n'${text}\r\n`)
  },
)

test('a semicolon stays in its cell, because a spreadsheet that splits there would read a formula after it', async () => {
  expect(await fileOf('Ana;=1+1')).toBe('Name\r\n"Ana;=1+1"\r\n')
})

test('a name that has such a character only inside stays unchanged', async () => {
  expect(await fileOf('Ana-Maria', 'a@b.mw', '1+1=2')).toBe(
    'Name\r\nAna-Maria\r\na@b.mw\r\n1+1=2\r\n',
  )
})

test('a file whose rows cannot be read is aborted, and nothing else is', async () => {
  async function* failing() {
    yield [{ name: 'Ana' }]
    throw new Error('the database is away')
  }
  await expect(csvResponse('people.csv', columns, failing()).text()).rejects.toThrow(
    'the database is away',
  )
})

test('no more rows are read for a client that has left', async () => {
  const isOver = Promise.withResolvers<void>()
  async function* endless() {
    try {
      for (;;) yield [{ name: 'Ana' }]
    } finally {
      isOver.resolve()
    }
  }
  const reader = csvResponse('people.csv', columns, endless()).body?.getReader()
  for (const _ of ['mark', 'headings', 'rows']) await reader?.read()
  await reader?.cancel()
  await isOver.promise
})
