import { Pencil, Plus, Trash2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { ButtonLink } from '../../kit/button.tsx'
import { useListAddress } from '../list/use-list-address.ts'
import { PageHead } from '../page-head.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import { ActiveSwitch } from './switch.tsx'

type Question = Pick<ComponentProps<typeof ConfirmForm>, 'title' | 'text' | 'act'>

/** Above a list: leads to the form of a new entry. */
export const AddLink = ({
  children,
  ...rest
}: {
  to: string
  preventScrollReset?: boolean
  className?: string
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
} & Question) => (
  <ConfirmForm
    fields={{ intent: 'delete', ...fields }}
    button={{ size: 'icon', 'aria-label': `Delete ${name}`, title: hint }}
    {...question}
  >
    <Trash2 aria-hidden size={18} />
  </ConfirmForm>
)

/** Of one entry of a list that staff keep: switches it, leads to its form, deletes it. */
export function EntryActs({
  entry: { id, version, isActive },
  name,
  className = 'md:justify-end',
  ...deleting
}: {
  entry: { id: string; version: number; isActive: boolean }
  name: string
  className?: string
} & Omit<Question, 'title'>) {
  const address = useListAddress()
  return (
    <span className={`flex items-center gap-1 ${className}`}>
      <ActiveSwitch id={id} name={name} isOn={isActive} />
      <EditLink name={name} to={address({ edit: id, new: null })} />
      <DeleteForm
        name={name}
        fields={{ id, version: String(version) }}
        title={`Delete ${name}?`}
        {...deleting}
      />
    </span>
  )
}
