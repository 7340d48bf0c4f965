import { useNavigation, useSubmit } from 'react-router'
import type { PasskeyRequest } from '../../../rules/accounts/passkeys.ts'
import { Button } from '../button.tsx'
import { useHasPasskeys, usePasskeys } from './use-passkeys.ts'

/**
 * A button that signs with a passkey and submits the answer with the form's other fields. Shown in browsers that
 * support passkeys; its space is reserved, so that nothing moves when the script arrives.
 */
export function PasskeyButton({
  label,
  action,
  fields,
  name,
  ask,
}: {
  label: string
  action: string
  /** The fields that are submitted with the answer. */
  fields: readonly (readonly [name: string, value: string])[]
  /** The name of the answer's field. */
  name: string
  ask: () => PasskeyRequest | Promise<PasskeyRequest>
}) {
  const hasPasskeys = useHasPasskeys()
  const submit = useSubmit()
  const isSending = useNavigation().state !== 'idle'
  const { isBusy, trouble, act } = usePasskeys()
  const press = async () => {
    const answer = await act(async ({ startAuthentication }) =>
      startAuthentication({ optionsJSON: await ask() }),
    )
    if (!answer) return
    const form = new FormData()
    for (const [field, value] of fields) form.append(field, value)
    form.append(name, answer)
    await submit(form, { method: 'post', action, preventScrollReset: true })
  }
  return (
    <div className="min-h-12">
      {hasPasskeys ? (
        <Button
          type="button"
          size="lg"
          className="w-full"
          aria-busy={isBusy || isSending}
          onClick={() => void press()}
        >
          {label}
        </Button>
      ) : null}
      {trouble ? (
        <p role="alert" className="mt-2 text-sm font-semibold text-alarm">
          {trouble}
        </p>
      ) : null}
    </div>
  )
}
