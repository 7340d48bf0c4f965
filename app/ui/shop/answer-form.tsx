import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '../kit/button.tsx'
import { ReadingPage } from './reading-page.tsx'

type Question = { title: string; intro: string; button: string }

/**
 * A page that an email links to, which asks its question with one button, because mail scanners open every link and
 * must not answer. `children` is shown when the link asks nothing.
 */
export function AnswerPage({
  action,
  link,
  confirm,
  leave,
  children = null,
}: {
  action: string
  link: { confirm?: string | null; leave: string | null }
  confirm?: Question
  leave: Question
  children?: ReactNode
}) {
  const [name, token, asked] =
    link.leave === null ? ['confirm', link.confirm, confirm] : ['leave', link.leave, leave]
  if (!asked || typeof token !== 'string') return children
  return (
    <ReadingPage title={asked.title} intro={asked.intro}>
      <Form method="post" action={action} className="pt-8">
        <input type="hidden" name={name} value={token} />
        <Button tone="clay" size="lg" className="max-md:w-full">
          {asked.button}
        </Button>
      </Form>
    </ReadingPage>
  )
}
