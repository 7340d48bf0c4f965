import { Form, useNavigation } from 'react-router'
import { ButtonLink } from '../../kit/button.tsx'
import { DownloadData } from '../../kit/download-data.tsx'

const BOX = 'mt-4 rounded-card border-2 border-alarm bg-sheet px-5 py-5'

type Props = {
  /** The file can be downloaded without proving again who they are. */
  isJustProven: boolean
  /** Whether it is an account of staff, which its owner cannot erase. */
  worksHere: boolean
  /** Whether the confirmation of erasing is open. */
  isErasing: boolean
}

/** Downloads what the shop holds on the customer, and erases the account. */
export function YourData({ isJustProven, worksHere, isErasing }: Props) {
  return (
    <section aria-labelledby="your-data" className="mt-10 mb-4">
      <h2 id="your-data" className="text-2xl">
        Your data
      </h2>
      <p className="mt-1 mb-3">
        Everything that we hold on you, in one file that any computer can read.
      </p>
      <DownloadData
        href="/account/data.json"
        file="my-data.json"
        label="Download my data"
        isJustProven={isJustProven}
      />
      <h3 className="mt-8 text-xl">Erase your account</h3>
      {worksHere ? (
        <p className="mt-1">
          Your account works for the shop. A super admin takes your role away first; then you can
          erase it here.
        </p>
      ) : isErasing ? (
        <EraseQuestion />
      ) : (
        <>
          <p className="mt-1 mb-3">
            Your name, addresses and everything else about you go. What you bought stays in our
            books, without you.
          </p>
          <ButtonLink to="/account?erase=1#your-data" preventScrollReset>
            Erase my account…
          </ButtonLink>
        </>
      )}
    </section>
  )
}

function EraseQuestion() {
  const isErasing = useNavigation().formData?.get('intent') === 'erase-account'
  return (
    <div role="alert" className={BOX}>
      <p className="font-semibold">This erases your account for good. This cannot be undone.</p>
      <p className="mt-3 font-semibold">What goes</p>
      <ul className="list-disc pl-5">
        <li>your name, email address, phone number, password and passkeys</li>
        <li>your addresses, also those of your orders</li>
        <li>your cart, your wishlist and the newsletter</li>
        <li>where you were signed in, and the log of your account</li>
      </ul>
      <p className="mt-3 font-semibold">What stays</p>
      <ul className="list-disc pl-5">
        <li>
          what you bought, when, and what was paid, because the tax law demands it: without your
          name, phone number, email or address
        </li>
      </ul>
      <p className="mt-3">
        You will not see these orders any more, so keep what you need for a return. Backups of the
        shop forget you when they are replaced.
      </p>
      <Form method="post" preventScrollReset className="mt-5 flex flex-wrap justify-end gap-2">
        <ButtonLink to="/account" preventScrollReset replace>
          Keep my account
        </ButtonLink>
        <button
          type="submit"
          name="intent"
          value="erase-account"
          aria-busy={isErasing}
          disabled={isErasing}
          className="inline-flex min-h-11 items-center justify-center rounded-card bg-alarm px-5 font-semibold text-white disabled:opacity-55"
        >
          Erase my account for good
        </button>
      </Form>
    </div>
  )
}
