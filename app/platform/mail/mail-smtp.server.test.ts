import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { RefusedForGood } from './mail.server.ts'
import { openSmtp } from './mail-smtp.server.ts'

type Behaviour = {
  /** Answers by the first word of a command, instead of the usual ones; null: never an answer. */
  answers?: Record<string, string | null>
  greets?: boolean
}
const stop: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of stop.splice(0)) await end()
})

/** An SMTP server that keeps what it is told. */
async function startSmtp({ answers = {}, greets = true }: Behaviour = {}) {
  const commands: string[] = []
  const emails: string[] = []
  const sockets = new Set<Socket>()
  const usual: Record<string, string | null> = {
    EHLO: '250-stand-in\r\n250 AUTH PLAIN',
    AUTH: '235 ok',
    MAIL: '250 ok',
    RCPT: '250 ok',
    DATA: '354 go on',
    '.': '250 kept',
    QUIT: '221 bye',
    ...answers,
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    let received = ''
    let email: string[] | null = null
    const send = (word: string) => {
      const answer = word in usual ? usual[word] : '500 what?'
      if (answer) socket.write(`${answer}\r\n`)
    }
    if (greets) socket.write('220 stand-in ESMTP\r\n')
    socket.setEncoding('utf8').on('data', (chunk) => {
      received += String(chunk)
      const lines = received.split('\r\n')
      received = lines.pop() ?? ''
      for (const line of lines) {
        if (email && line !== '.') {
          email.push(line)
        } else if (email) {
          emails.push(email.join('\n'))
          email = null
          send('.')
        } else {
          commands.push(line)
          const word = line.split(' ')[0] ?? ''
          if (word === 'DATA' && usual.DATA?.startsWith('354')) email = []
          send(word)
        }
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  stop.push(async () => {
    const closed = new Promise<void>((done) => server.close(() => done()))
    for (const socket of sockets) socket.destroy()
    await closed
  })
  const { port } = server.address() as AddressInfo
  return { commands, emails, url: `smtp://shop:p%40ss@127.0.0.1:${port}` }
}

const from = 'Zovala <orders@zovala.example>'
const email = { to: 'chikondi@example.mw', subject: 'Zikomo – 300,000', text: 'Thank you' }

test('an email reaches the server with sender, recipient, subject, text and HTML', async () => {
  const { url, commands, emails } = await startSmtp()
  await openSmtp({ url, from }).send({ ...email, html: '<p>Thank you</p>' })
  expect(commands.slice(0, 5)).toEqual([
    expect.stringMatching(/^EHLO /),
    `AUTH PLAIN ${btoa('\0shop\0p@ss')}`,
    'MAIL FROM:<orders@zovala.example>',
    'RCPT TO:<chikondi@example.mw>',
    'DATA',
  ])
  expect(emails).toHaveLength(1)
  for (const part of [
    'From: Zovala <orders@zovala.example>',
    'To: chikondi@example.mw',
    'Subject: =?UTF-8?Q?Zikomo_=E2=80=93_300=2C000?=',
    'Auto-Submitted: auto-generated',
    'text/plain',
    'text/html',
    '<p>Thank you</p>',
  ])
    expect(emails[0]).toContain(part)
})

test('an email to the newsletter list has the unsubscribe headers, other emails have none', async () => {
  const { url, emails } = await startSmtp()
  const mail = openSmtp({ url, from })
  // Long, as the real one: a header that is folded or encoded would not be understood.
  const unsubscribeUrl = `https://shop.example/newsletter?leave=${'a1_-'.repeat(30)}`
  await mail.send({ ...email, unsubscribeUrl })
  expect(emails[0]?.split('\n')).toEqual(
    expect.arrayContaining([
      `List-Unsubscribe: <${unsubscribeUrl}>`,
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ]),
  )
  await mail.send(email)
  expect(emails[1]).not.toContain('List-Unsubscribe')
})

test('a customer’s typed address adds no recipient and no header to an email', async () => {
  const { url, commands, emails } = await startSmtp()
  const mail = openSmtp({ url, from })
  for (const to of ['a@example.mw, b@example.mw', 'a@example.mw\r\nBcc: b@example.mw'])
    await mail.send({ ...email, to }).catch(() => {})
  await mail.send({ ...email, subject: 'Hi\r\nBcc: b@example.mw' })
  expect(commands.filter((line) => line.startsWith('RCPT TO:<b@'))).toEqual([])
  expect(emails.join('\n')).not.toMatch(/^Bcc:/m)
})

test.each([
  ['the receiver', { RCPT: '550 no such person' }, /550 no such person/],
  ['the sign-in', { AUTH: '535 wrong password' }, /535 wrong password/],
  ['the sender', { MAIL: '451 try later' }, /451 try later/],
  ['the email', { '.': '554 looks like spam' }, /554 looks like spam/],
])(
  'a server that refuses %s is an error, without the password in it',
  async (_, answers, message) => {
    const { url } = await startSmtp({ answers })
    const failure: unknown = await openSmtp({ url, from })
      .send(email)
      .catch((error: unknown) => error)
    expect(String(failure)).toMatch(message)
    expect(String(failure)).not.toContain('p@ss')
  },
)

test.each<[string, Record<string, string>, boolean]>([
  ['550 to the receiver', { RCPT: '550 no such person' }, true],
  ['553 to the sender', { MAIL: '553 not allowed' }, true],
  ['554 to the text', { '.': '554 looks like spam' }, true],
  ['450 to the receiver', { RCPT: '450 greylisted' }, false],
  ['451 to the text', { '.': '451 try later' }, false],
  ['535 to the sign-in', { AUTH: '535 wrong password' }, false],
  ['530 to the sender, who has to sign in', { MAIL: '530 sign in first' }, false],
])('%s: a permanent refusal or not', async (_, answers, isForGood) => {
  const { url } = await startSmtp({ answers })
  const failure: unknown = await openSmtp({ url, from })
    .send(email)
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(failure instanceof RefusedForGood).toBe(isForGood)
})

test.each<[string, Behaviour]>([
  ['greets', { greets: false }],
  ['answers the sign-in', { answers: { AUTH: null } }],
  ['confirms the letter', { answers: { '.': null } }],
])('a server that never %s is an error', async (_, behaviour) => {
  const { url } = await startSmtp(behaviour)
  await expect(openSmtp({ url, from, timeoutMs: 200 }).send(email)).rejects.toMatchObject({
    code: 'ETIMEDOUT',
  })
})

test('an unreachable server is an error, and once it is reachable the next email arrives', async () => {
  const { url, emails } = await startSmtp()
  await expect(openSmtp({ url: 'smtp://127.0.0.1:9', from }).send(email)).rejects.toMatchObject({
    code: 'ESOCKET',
  })
  await openSmtp({ url, from }).send(email)
  expect(emails).toHaveLength(1)
})

test('a mail server without TLS on another machine gets no email, unless a setting allows it', async () => {
  const { url, commands, emails } = await startSmtp()
  // Linux leads it here, and by its name it is not this machine.
  const elsewhere = url.replace('127.0.0.1', '0.0.0.0')
  await expect(openSmtp({ url: elsewhere, from }).send(email)).rejects.toThrow(/STARTTLS/)
  expect(commands.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([])
  await openSmtp({ url: `${elsewhere}?ignoreTLS=true`, from }).send(email)
  expect(emails).toHaveLength(1)
})
