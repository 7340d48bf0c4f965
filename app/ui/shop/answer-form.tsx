import { Form } from 'react-router'
import { Button } from '../kit/button.tsx'

/** The one button of a page that an email leads to: mail scanners open every link, and must answer nothing. */
export const AnswerForm = ({
  action,
  name,
  token,
  button,
}: {
  action: string
  name: 'confirm' | 'leave'
  token: string
  button: string
}) => (
  <Form method="post" action={action} className="pt-8">
    <input type="hidden" name={name} value={token} />
    <Button tone="clay" size="lg">
      {button}
    </Button>
  </Form>
)
