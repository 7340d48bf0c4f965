import type { ReactNode } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { useListAddress } from '../list/use-list-address.ts'

/** Asks for confirmation before a person is erased, with scripts or without. */
export function EraseDialog({
  title,
  fields,
  act,
  children,
}: {
  title: string
  fields: { intent: string } & Record<string, string>
  act: string
  children: ReactNode
}) {
  const address = useListAddress()
  const navigate = useNavigate()
  const isBusy = useNavigation().formMethod === 'POST'
  const back = address({ erase: null })
  return (
    <Dialog
      title={title}
      onClose={() => void navigate(back, { preventScrollReset: true, replace: true })}
    >
      <p>{children}</p>
      <ActForm about={fields} className="mt-6 flex flex-wrap justify-end gap-2">
        <ButtonLink to={back} preventScrollReset replace>
          Cancel
        </ButtonLink>
        <Button tone="clay" aria-busy={isBusy} disabled={isBusy}>
          {act}
        </Button>
      </ActForm>
    </Dialog>
  )
}
