import { expect, test } from 'vitest'
import { guardDoor } from './auth-doors.server.ts'

const URL_OF_SHOP = 'http://localhost:3000'
const lost = () => Object.assign(new Error('Failed query'), { cause: { code: '23503' } })

test.each([
  ['sign-in/email', 401],
  ['second-step', 401],
  ['passkey/sign-in', 401],
  ['sign-up/email', 500],
  ['change-password', 500],
  ['reset-password', 500],
])(
  'a missing row of a deleted person refuses a sign-in, and is an error for any other request: %s',
  async (path, status) => {
    const reported: unknown[] = []
    const error = lost()
    const door = guardDoor(
      () => Promise.reject(error),
      URL_OF_SHOP,
      (what) => void reported.push(what),
    )
    const answer = await door(new Request(`${URL_OF_SHOP}/api/auth/${path}`, { method: 'POST' }))
    expect(answer.status).toBe(status)
    expect(reported).toEqual([error])
  },
)
