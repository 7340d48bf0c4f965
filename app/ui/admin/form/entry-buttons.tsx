import { Pencil, Plus, Trash2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { ButtonLink } from '../../kit/button.tsx'
import { useListAddress } from '../list/use-list-address.ts'
import { PageHead } from '../page-head.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import { ActiveSwitch } from './switch.tsx'

type Question = Pick<ComponentProps<typeof ConfirmForm>, 'title' | 'text' | 'act'>

/** Above a list: links to the form of a new entry. */
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

/** The head of a list whose entries are added in a window. */
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
      <AddLink to={address({ new: '', edit: null })} className="max-sm:px-3">
        {add}
      </AddLink>
    </PageHead>
  )
}

/** Links to the form of an entry. */
export const EditLink = ({
  name,
  ...rest
}: { name: string } & ComponentProps<typeof ButtonLink>) => (
  <ButtonLink preventScrollReset size="icon" aria-label={`Edit ${name}`} {...rest}>
    <Pencil aria-hidden size={18} />
  </ButtonLink>
)

/** Deletes an entry after a confirmation. */
export const DeleteForm = ({
  name,
  hint,
  fields,
  ...question
}: {
  name: string
  /** The button's tooltip. */
  hint?: string
  /** The entry, in the version that the person saw. */
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

/** The acts on an entry of a list: switches it on or off, edits it, deletes it. */
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
