/** `visitor`, a staff member by role (`super`, `admin`, `cashier`), or a customer by email address. */
export type Who = string

/** A person at a running shop of any release: with a session's bearer token, or not signed in. */
export type Person = {
  email: string
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** Sends a form as a browser without scripts does. */
  submit(path: string, fields: Record<string, string>): Promise<Response>
}

export const PASSWORD = 'zovala-demo'

export function aVisitor(origin: string, email = '', token = ''): Person {
  const send = (path: string, init: RequestInit, headers: Record<string, string> = {}) =>
    fetch(path.startsWith('http') ? path : origin + path, {
      ...init,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    })
  return {
    email,
    get: (path, headers) => send(path, {}, headers),
    post: (path, body, headers) =>
      send(
        path,
        { method: 'POST', body: JSON.stringify(body) },
        { 'Content-Type': 'application/json', ...headers },
      ),
    submit: (path, fields) =>
      send(path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }),
  }
}

export async function signIn(origin: string, email: string): Promise<Person> {
  const response = await aVisitor(origin).post('/api/auth/sign-in/email', {
    email,
    password: PASSWORD,
  })
  const { token } = (await response.json()) as { token?: string }
  if (!token) throw new Error(`${email} was not signed in (${response.status})`)
  return aVisitor(origin, email, token)
}
