import type { ReactNode } from 'react'
import { Button } from '../../kit/button.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'

/** One act of what a form is `about`, as a button in a row of acts; its fields stand before it. */
export const ActLine = ({
  about,
  intent,
  label,
  isNext = false,
  children,
}: {
  about: { version: number } & Readonly<Record<string, string | number>>
  intent: string
  label: ReactNode
  /** Whether it is the next act to do. */
  isNext?: boolean
  children?: ReactNode
}) => (
  <ActForm about={about} className="flex min-w-0 flex-wrap items-end gap-2">
    {children}
    <Button name="intent" value={intent} tone={isNext ? 'lake' : 'plain'}>
      {label}
    </Button>
  </ActForm>
)
