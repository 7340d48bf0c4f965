import { Form } from 'react-router'
import { Button } from './button.tsx'

type Props = {
  href: string
  /** The name of the downloaded file. */
  file: string
  label: string
  /** Whether the file can be downloaded without proving again who one is. */
  isJustProven: boolean
}

/** Downloads the file of all data about a person, after proving who asks for it. */
export function DownloadData({ href, file, label, isJustProven }: Props) {
  if (isJustProven)
    return (
      <a
        href={href}
        download={file}
        className="inline-flex min-h-11 items-center rounded-card border border-edge bg-sheet px-5 font-semibold hover:bg-sand"
      >
        {label}
      </a>
    )
  return (
    <Form method="post" preventScrollReset>
      <Button name="intent" value="download-data">
        {label}…
      </Button>
    </Form>
  )
}
