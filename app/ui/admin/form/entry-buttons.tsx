import { Pencil, Plus, Trash2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { useListAddress } from '../list/use-list-address.ts'
import { PageHead } from '../page-head.tsx'
import { ConfirmForm } from './confirm-form.tsx'

/** Above a list: leads to the form of a new entry. */
export const AddLink = ({
  children,
  ...rest
}: {
  to: string
  preventScrollReset?: boolean
  children: ReactNode
}) => (
  <ButtonLink tone="lake" preventScrollReset {...rest}>
    <Plus aria-hidden size={18} /> {children}
  </ButtonLink>
)

/** The head of a list whose entries are added in a window of it. */
export function EntriesHead({
  title,
  add,
  children,
}: {
  title: string
  add: string
  children?: ReactNode
}) {
  const address = useListAddress()
  return (
    <PageHead title={title}>
      {children}
      <AddLink to={address({ new: '', edit: null })}>{add}</AddLink>
    </PageHead>
  )
}

/** Of one entry: leads to its form. */
export const EditLink = ({
  name,
  ...rest
}: { name: string } & ComponentProps<typeof ButtonLink>) => (
  <ButtonLink preventScrollReset size="icon" aria-label={`Edit ${name}`} {...rest}>
    <Pencil aria-hidden size={18} />
  </ButtonLink>
)

export const DeleteButton = ({
  name,
  ...rest
}: { name: string } & Omit<ComponentProps<'button'>, 'ref' | 'name'>) => (
  <Button type="button" size="icon" aria-label={`Delete ${name}`} {...rest}>
    <Trash2 aria-hidden size={18} />
  </Button>
)

/** Of one entry: deletes it, after a question. */
export const DeleteForm = ({
  name,
  hint,
  fields,
  ...question
}: {
  name: string
  /** What the button says to who points at it. */
  hint?: string
  /** The entry as it was seen. */
  fields: { id: string; version?: string }
} & Pick<ComponentProps<typeof ConfirmForm>, 'title' | 'text' | 'act'>) => (
  <ConfirmForm
    fields={{ intent: 'delete', ...fields }}
    renderButton={(ask) => <DeleteButton name={name} title={hint} onClick={ask} />}
    {...question}
  />
)
