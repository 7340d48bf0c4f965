import { Form } from 'react-router'
import { chatLink } from '../../../rules/phone.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Button } from '../../kit/button.tsx'

/** The order's link, for another phone or for whoever receives the parcel. */
export const PassOn = ({ link, number }: { link: string; number: string }) => (
  <details className="rounded-card bg-sheet px-5 py-2 md:px-6">
    <summary className="flex min-h-11 items-center font-semibold text-lake underline underline-offset-4">
      Follow this order on another phone
    </summary>
    <p className="mt-1">
      Whoever has this link sees what is in the order and where it is, without your street and your
      number, can pay for it and write to us about it.
    </p>
    <p className="mt-2 rounded-card bg-sand p-3 text-sm wrap-anywhere select-all">{link}</p>
    <p className="flex flex-wrap gap-x-4">
      <a
        href={chatLink(`${settings().name} ${number}: ${link}`)}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center font-semibold text-lake underline underline-offset-4"
      >
        Send it by WhatsApp
      </a>
    </p>
    <Form method="post" className="mb-2">
      <Button name="intent" value="new-link">
        Make a new link: this one stops working
      </Button>
    </Form>
  </details>
)
