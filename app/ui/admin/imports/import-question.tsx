import { Form, useNavigation } from 'react-router'
import type { Counts, ListedImport } from '../../../modules/imports/find-import.ts'
import { formatEntries } from '../../../rules/messages/imports/words.ts'
import { formatAmount } from '../../../rules/money.ts'
import { RequestField } from '../../kit/request-field.tsx'
import { SendButton } from '../form/send-button.tsx'

export const goodOf = ({ counts }: { counts: Counts }) =>
  counts.new.entries + counts.changed.entries

/** Shown before anything has changed: what the import would change, and the button that starts it. */
export function ImportQuestion({ file }: { file: ListedImport }) {
  const { counts } = file
  const isSending = useNavigation().formMethod === 'POST'
  const good = goodOf(file)
  return (
    <>
      <p className="font-semibold">
        {formatAmount(counts.new.entries)} new, {formatAmount(counts.changed.entries)} changed,{' '}
        {formatAmount(counts.same.entries)} as they are, {formatAmount(counts.bad.entries)} faulty.{' '}
        Nothing has changed yet.
      </p>
      {good === 0 ? (
        <p>
          There is nothing to import{counts.bad.entries > 0 ? ' before the faults are mended' : ''}.
        </p>
      ) : (
        <Form method="post">
          <RequestField />
          <SendButton isSending={isSending} name="intent" value="import">
            Import {formatEntries(file.kind, good)}
            {counts.bad.entries > 0 ? `, leave out ${formatAmount(counts.bad.entries)}` : ''}
          </SendButton>
        </Form>
      )}
    </>
  )
}
