import { expect, test } from 'vitest'
import { formatKwacha } from '../money.ts'
import { defaultGroups } from '../settings/default-settings.ts'
import { readGroup } from '../settings/group-form.ts'
import { groupTexts } from '../settings/group-texts.ts'
import { fillDayMessage } from './day-sums.ts'

const { staff } = defaultGroups()
const sums = {
  shop: 'Kwathu {cash}',
  at: new Date('2026-11-25T23:30:00+02:00'),
  day: {
    paid: { count: 1204, amount: 90_000 },
    refunded: { count: 1, amount: 4000 },
    till: { count: 3, amount: 60_000 },
    returned: { count: 1, amount: 500 },
  },
  cash: -250,
}

test('the evening message has the day’s totals in the wording of the shop’s file', () => {
  expect(fillDayMessage(staff.eveningMessage, sums)).toBe(
    [
      'Kwathu {cash}, Nov 25, 2026',
      `Online: ${formatKwacha(90_000)}, orders paid: 1,204`,
      `Tills: ${formatKwacha(60_000)}, sales: 3`,
      `Refunds: ${formatKwacha(4500)}`,
      `Net sales: ${formatKwacha(145_500)}`,
      `Cash taken: ${formatKwacha(-250)}`,
    ].join('\n'),
  )
})

test('an evening message with an unknown placeholder or too long a text is refused at its field', () => {
  const read = (eveningMessage: string) =>
    readGroup('staff', { ...groupTexts('staff', staff), eveningMessage })
  for (const text of ['{turnover}', '{Cash}', '{constructor}', '{till sales}', '{}'])
    expect(read(`Today: ${text}`), text).toMatchObject({
      errors: {
        eveningMessage: expect.stringContaining('nothing else in braces than {shop} {date}'),
      },
    })
  expect(read('')).toMatchObject({ errors: { eveningMessage: 'Please fill this in.' } })
  expect(read('a'.repeat(1001))).toMatchObject({ ok: false })
  expect(read(' {date}\r\n\r\n{cash}, 5 {\n')).toMatchObject({
    edit: { eveningMessage: '{date}\n\n{cash}, 5 {', labelPaper: 'a4' },
  })
})
