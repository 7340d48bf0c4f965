import { Form, useNavigation } from 'react-router'
import type { ImportDetails } from '../../../modules/imports/find-import.ts'
import type { ImportKind } from '../../../rules/imports/imports.ts'
import { formatEntries, IMPORT_KIND_WORDS } from '../../../rules/messages/imports/words.ts'
import { formatAmount } from '../../../rules/money.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { ConfirmForm } from '../form/confirm-form.tsx'
import { SendButton } from '../form/send-button.tsx'
import { useProgress } from '../list/use-progress.ts'
import { goodOf, ImportQuestion } from './import-question.tsx'

/** The lists that show what a file has imported. */
const LISTS: Record<ImportKind, string> = {
  products: '/admin/products',
  prices: '/admin/products',
  stock: '/admin/stock',
  customers: '/admin/customers',
  pictures: '/admin/products',
}

/** The state of an imported file, with its acts. */
export function ImportStatus({ file }: { file: ImportDetails }) {
  const { state, counts } = file
  const all = Object.values(counts).reduce((sum, one) => sum + one.entries, 0)
  const isWorking = state === 'checking' || state === 'importing'
  useProgress(isWorking && !file.isStopped)
  const done = counts.added.entries + counts.edited.entries
  const reached = state === 'checking' ? all - counts.unchecked.entries : done
  const of = state === 'checking' ? all : done + goodOf(file)
  return (
    <section
      aria-label="How it stands"
      className="grid gap-3 rounded-card border border-line bg-sheet p-4"
    >
      <p className="text-quiet">
        {formatEntries(file.kind, all)}
        {file.rows === all ? '' : ` in ${formatAmount(file.rows)} rows`}
        {file.addsCategories ? ', missing categories are added' : ''}.
      </p>
      {isWorking ? (
        <div className="grid gap-2">
          <label className="grid gap-1 font-semibold">
            {state === 'checking' ? 'Checking' : 'Importing'}: {formatAmount(reached)} of{' '}
            {formatEntries(file.kind, of)}
            <progress max={of} value={reached} className="h-3 w-full" />
          </label>
          {file.isStopped ? (
            <Stopped />
          ) : (
            <p className="text-quiet">You can leave this page; it goes on.</p>
          )}
          <noscript>
            <ButtonLink to={`/admin/import/${file.id}`}>Look again</ButtonLink>
          </noscript>
        </div>
      ) : null}
      {state === 'checked' ? <ImportQuestion file={file} /> : null}
      {state === 'done' ? (
        <>
          <output className="font-semibold">
            {formatAmount(counts.added.entries)} added, {formatAmount(counts.edited.entries)}{' '}
            changed, {formatAmount(counts.same.entries)} as before,{' '}
            {formatAmount(counts.bad.entries)} faulty.
          </output>
          {counts.bad.entries > 0 && file.kind === 'products' ? (
            <p>
              Fix these rows in your file and import it again. Rows that are in stay as they are.
            </p>
          ) : null}
          <ButtonLink to={LISTS[file.kind]} className="justify-self-start">
            See the {IMPORT_KIND_WORDS[file.kind].toLowerCase()}
          </ButtonLink>
        </>
      ) : null}
      {file.unread.length > 0 ? (
        <p className="text-quiet wrap-anywhere">
          Columns that are not read: {file.unread.join(', ')}.
        </p>
      ) : null}
      {state === 'importing' && !file.isStopped ? null : (
        <div>
          <ConfirmForm
            fields={{ intent: 'delete' }}
            title={`Delete ${file.fileName}?`}
            text="The file and the list of its rows are deleted. What was imported stays in the shop."
            act="Delete import"
          >
            Delete import…
          </ConfirmForm>
        </div>
      )}
    </section>
  )
}

/** The import stopped because the database or the disk was unavailable for long, or for the remaining rows. */
function Stopped() {
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" className="grid justify-items-start gap-2">
      <RequestField />
      <p role="alert" className="font-semibold text-alarm">
        The import has stopped after many tries. What was imported stays; what is left stands below
        as new or changed.
      </p>
      <SendButton isSending={isSending} name="intent" value="import">
        Go on
      </SendButton>
    </Form>
  )
}
