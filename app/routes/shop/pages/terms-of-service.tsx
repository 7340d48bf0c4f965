import { formatKwacha } from '../../../rules/money.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Link } from '../../../ui/kit/link.tsx'
import { ReadingPage } from '../../../ui/shop/reading-page.tsx'
import { headersForEveryVisitor } from '../../../web/page-headers.ts'

export const headers = headersForEveryVisitor
export const meta = () => [
  { title: `Terms of Service | ${settings().name}` },
  { name: 'description', content: `What you and ${settings().name} agree on when you buy here.` },
]

export default function TermsOfService() {
  return (
    <ReadingPage
      title="Terms of Service"
      intro={`What you and ${settings().name} agree on when you buy here, in plain words.`}
    >
      <h2>Orders</h2>
      <p>
        An order is made when you submit the checkout, and it is binding once it is paid. We hold
        the items for you while you pay. An order that is not paid in time is cancelled and costs
        you nothing.
      </p>
      <h2>Prices and payment</h2>
      <p>
        Prices are in Malawian kwacha. You pay what the checkout showed you, never more; if a price
        changes before you pay, we ask you first. {settings().paymentNote}
      </p>
      <h2>Delivery</h2>
      <p>
        We deliver to the districts that the checkout lists, with the courier that you choose.
        Delivery is free for orders above {formatKwacha(settings().freeDeliveryFrom)}; below that,
        the courier’s price is added before you pay.
      </p>
      <h2>Discount codes</h2>
      <p>
        One code per order, within its dates, its minimum amount and its number of uses. Codes are
        not worth cash.
      </p>
      <h2>Returns</h2>
      <p>
        The <Link to="/returns-policy">returns policy</Link> says what we take back and how.
      </p>
      <h2>Your account</h2>
      <p>
        Keep your password to yourself. If you think that somebody else knows it, reset it: that
        signs out every device.
      </p>
      <h2>If something goes wrong</h2>
      <p>
        Tell us first, at <a href={`mailto:${settings().email}`}>{settings().email}</a>: most things
        are put right in a day. These terms are governed by the laws of Malawi.
      </p>
    </ReadingPage>
  )
}
