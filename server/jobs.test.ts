import { expect, test } from 'vitest'
import type { Shop } from '../app/platform/shop.server.ts'
import type { Email } from '../app/rules/messages/emails/content.ts'
import { jobHandlers } from './jobs.ts'

test('an email is written as text and HTML when it is sent; one that an earlier release wrote goes out as it was', async () => {
  const sent: Email[] = []
  const mail = { send: async (email: Email) => void sent.push(email) }
  const send = jobHandlers({ mail } as Shop)['send-letter']
  await send({
    to: 'a@example.com',
    subject: 'Sale',
    greeting: 'Hello,',
    paragraphs: ['50 % < all'],
  })
  const whole = { to: 'b@example.com', subject: 'Sale', text: 'Hello', html: '<p>Hello</p>' }
  await send(whole)
  expect(sent).toEqual([
    {
      to: 'a@example.com',
      subject: 'Sale',
      text: expect.stringMatching(/^Hello,\n\n50 % < all\n\n/),
      html: expect.stringContaining('>50 % &lt; all</p>'),
    },
    whole,
  ])
})
