import { expect, type Page } from '@playwright/test'

/** Signs in as one of the sample's people, without the form: its own tests are in accounts.spec.ts. */
export async function signInAs(page: Page, email: string) {
  const data = { email, password: 'zovala-demo' }
  const answer = await page.request.post('/api/auth/sign-in/email', { data })
  expect(answer.ok()).toBe(true)
}

export async function openAs(page: Page, email: string, path: string) {
  await signInAs(page, email)
  await page.goto(path)
}
