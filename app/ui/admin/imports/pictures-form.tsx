import { Form, useNavigation, useSearchParams } from 'react-router'
import { splitProductFilters } from '../../../rules/catalogue/list-pages.ts'
import { MOST_ZIP_BYTES, MOST_ZIPPED } from '../../../rules/imports/imports.ts'
import { formatAmount } from '../../../rules/money.ts'
import { TextField } from '../../kit/field.tsx'
import { Link } from '../../kit/link.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { SendButton } from '../form/send-button.tsx'
import { FileLink } from '../list/file-link.tsx'
import { addressOf } from '../list/side-panel.tsx'
import { Panel } from '../panel.tsx'

const ACTION = '/admin/import/pictures'

type Zip = { first: string; last: string; next: string | null }

/** Uploads a zip of pictures, and explains how its files must be named. It is checked before anything changes. */
export function PicturesForm({ zip, after }: { zip: Zip | null | 'failed'; after: string | null }) {
  const { formAction } = useNavigation()
  const isSending = formAction === ACTION
  return (
    <Panel title="Pictures in a zip">
      <Form
        method="post"
        action={ACTION}
        encType="multipart/form-data"
        className="grid max-w-2xl gap-4"
      >
        <RequestField action={ACTION} />
        <p className="text-quiet">
          Each picture is added after those that its product has. A file is called by the product’s
          SKU or handle; then, each after an underscore and only if you want, its color and a
          number:
        </p>
        <p className="font-semibold wrap-anywhere">
          ZDR-1001.jpg · ZDR-1001_2.jpg · wrap-dress_red.jpg · wrap-dress_dark-blue_1.jpg
        </p>
        <TextField
          label="Zip file"
          name="file"
          type="file"
          accept=".zip,application/zip"
          required
          hint={`At most ${MOST_ZIP_BYTES / 1024 / 1024} MB and ${formatAmount(MOST_ZIPPED)} files, each picture at most 15 MB. What is in the shop already is not added again.`}
        />
        <div>
          <SendButton isSending={isSending}>
            {isSending ? 'Sending…' : 'Check the pictures'}
          </SendButton>
        </div>
        {zip === 'failed' ? (
          <p role="alert">Error loading what the shop has. Please reload the page in a minute.</p>
        ) : (
          <ZipOfShop zip={zip} after={after} />
        )}
      </Form>
    </Panel>
  )
}

/** Downloads the pictures of the shop, or of the filtered product list, zip by zip; this form accepts each zip. */
function ZipOfShop({ zip, after }: { zip: Zip | null; after: string | null }) {
  const [params] = useSearchParams()
  const { filters, others: all } = splitProductFilters(params)
  const isNarrowed = filters.size > 0
  all.delete('pictures')
  const asked = new URLSearchParams(after ? [...filters, ['after', after]] : filters)
  const linkTo = (address: string, label: string) => (
    <Link
      to={address}
      preventScrollReset
      className="inline-flex min-h-11 items-center font-semibold text-lake underline underline-offset-4"
    >
      {label}
    </Link>
  )
  if (!zip && !isNarrowed) return null
  return (
    <div className="grid gap-2">
      {zip ? (
        <div>
          <FileLink href={`${ACTION}.zip${asked.size > 0 ? `?${asked}` : ''}`}>
            {isNarrowed
              ? 'What the list of products shows, as a zip'
              : 'What the shop has, as a zip'}
          </FileLink>
        </div>
      ) : (
        <p>No product of that list has a picture.</p>
      )}
      {zip?.next || after || isNarrowed ? (
        <p className="flex flex-wrap items-center gap-x-4 text-quiet wrap-anywhere">
          {zip ? (zip.first === zip.last ? zip.first : `${zip.first} to ${zip.last}`) : null}
          {after ? linkTo(addressOf(params, 'pictures', null), 'First zip') : null}
          {zip?.next ? linkTo(addressOf(params, 'pictures', zip.next), 'Next zip') : null}
          {isNarrowed ? linkTo(`?${all}`, 'All pictures') : null}
        </p>
      ) : null}
    </div>
  )
}
