import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { COLUMNS } from '../../../rules/imports/columns.ts'
import { CSV_KINDS, type CsvKind, MOST_IMPORT } from '../../../rules/imports/imports.ts'
import { IMPORT_KIND_WORDS } from '../../../rules/messages/imports/words.ts'
import { formatAmount } from '../../../rules/money.ts'
import { CheckField, Options, SelectField, TextField } from '../../kit/field.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { SendButton } from '../form/send-button.tsx'
import { FileLink } from '../list/file-link.tsx'
import { Panel } from '../panel.tsx'

const WHAT: Record<CsvKind, string> = {
  products: 'Adds products, and changes those that are there. Nothing is deleted.',
  prices:
    'Changes prices of products that are there, found by SKU or handle (the last part of a product’s address, such as linen-dress).',
  stock:
    'Books what was counted. Download the stock, write into the column Counted, and leave blank what you did not count.',
  customers: 'Adds customers by their email address.',
}
/** Only for staff who write a file themselves. */
const HOW: Record<CsvKind, string> = {
  products:
    'Products are found by SKU or handle (the last part of a product’s address, such as linen-dress). A new one needs a name, a SKU and a price; one with sizes has a row for each, all with its handle. A new one is Active, and its stock is tracked, where Status and Track stock are left out. Of a product that is there, columns that the file lacks stay as they are, and its stock is not touched. ',
  prices: '',
  stock: 'Stock is found by the SKU of each size. ',
  customers:
    'New customers choose a password by “Forgot password”. Of those who are there only a blank name or phone number is filled in. ',
}
const EXPORTS: Record<CsvKind, string> = {
  products: '/admin/products.csv',
  prices: '/admin/products.csv',
  stock: '/admin/stock.csv',
  customers: '/admin/customers.csv',
}

/** On a phone both links share one row. */
const HALF = 'max-sm:justify-center max-sm:px-2'

/** Uploads a file, and explains what it may contain. It is checked before anything changes. */
export function UploadForm({ kind: asked }: { kind: CsvKind }) {
  const [kind, setKind] = useState(asked)
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <Panel title="A CSV file">
      <Form method="post" encType="multipart/form-data" className="grid max-w-2xl gap-4">
        <RequestField />
        <SelectField
          label="What is in it"
          name="kind"
          value={kind}
          onChange={({ currentTarget }) =>
            setKind(CSV_KINDS.find((one) => one === currentTarget.value) ?? 'products')
          }
          hint={WHAT[kind]}
        >
          <Options of={CSV_KINDS.map((one) => [one, IMPORT_KIND_WORDS[one]] as const)} />
        </SelectField>
        <details className="group/columns">
          <summary className="inline-flex min-h-11 items-center gap-2 font-semibold text-lake">
            <ChevronDown
              aria-hidden
              className="size-5 shrink-0 -rotate-90 group-open/columns:rotate-0"
            />
            How a file is read
          </summary>
          <p className="text-quiet">
            {HOW[kind]}The first row names the columns, in any order:{' '}
            {COLUMNS[kind].read.join(', ')}. What the shop has and the sample show them filled in.
          </p>
        </details>
        <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2">
          <FileLink href={EXPORTS[kind]} className={HALF}>
            <span>
              Export <span className="max-sm:sr-only">what the shop has (CSV)</span>
            </span>
          </FileLink>
          <FileLink href={`/admin/import/sample.csv?kind=${kind}`} className={HALF}>
            <span>
              <span className="max-sm:sr-only">A filled-in </span>
              <span className="inline-block max-sm:first-letter:uppercase">sample</span>
              <span className="max-sm:sr-only"> of {IMPORT_KIND_WORDS[kind].toLowerCase()}</span>
            </span>
          </FileLink>
        </div>
        <TextField
          label="File"
          name="file"
          type="file"
          accept=".csv,text/csv"
          required
          hint={`CSV in UTF-8, at most ${MOST_IMPORT.bytes / 1024 / 1024} MB and ${formatAmount(MOST_IMPORT.rows)} rows.`}
        />
        {kind === 'products' ? (
          <CheckField label="Add missing categories" name="categories" value="true" />
        ) : null}
        <SendButton
          isSending={isSending}
          className="justify-self-start max-sm:justify-self-stretch"
        >
          {isSending ? 'Sending…' : 'Check the file'}
        </SendButton>
      </Form>
    </Panel>
  )
}
