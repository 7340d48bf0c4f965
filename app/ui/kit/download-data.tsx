import { Form } from 'react-router'
import { Button } from './button.tsx'

type Props = {
  href: string
  /** The name that the file gets. */
  file: string
  label: string
  /** The file can be had at once: nobody is asked again who they are. */
  isJustProven: boolean
}

/** The way to the file of all that is known of a person; asks first who wants it. */
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
