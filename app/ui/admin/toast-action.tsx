import { Form } from 'react-router'
import { Link } from '../kit/link.tsx'
import { RequestField } from '../kit/request-field.tsx'
import { type ActionProps, TOAST_ACTION } from '../kit/toaster.tsx'

/** The action of a toast: a link, or a form that posts an act such as Undo. */
export const ToastAction = ({ action: { label, to, fields }, onDone }: ActionProps) =>
  fields ? (
    <Form method="post" action={to} preventScrollReset onSubmit={onDone}>
      <RequestField />
      {fields.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={TOAST_ACTION}>
        {label}
      </button>
    </Form>
  ) : (
    <Link to={to} onClick={onDone} className={TOAST_ACTION}>
      {label}
    </Link>
  )
