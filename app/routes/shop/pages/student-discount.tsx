import { settings } from '../../../rules/settings/settings.ts'
import { ReadingPage } from '../../../ui/shop/reading-page.tsx'
import { headersForEveryVisitor } from '../../../web/page-headers.ts'

export const headers = headersForEveryVisitor
export const meta = () => [
  { title: `Student Discount | ${settings().name}` },
  {
    name: 'description',
    content: `Students get ${settings().studentDiscountPercent}% off at ${settings().name}, through our student verification partner.`,
  },
]

export default function StudentDiscount() {
  return (
    <ReadingPage
      title="Student Discount"
      intro={`${settings().studentDiscountPercent}% off for everyone who is studying, through our student verification partner.`}
    >
      <h2>How it works</h2>
      <ol>
        <li>
          Write to{' '}
          <a href={`mailto:${settings().email}?subject=Student%20discount`}>{settings().email}</a>{' '}
          from the email address of your college or university.
        </li>
        <li>
          We send you the link of our student verification partner, who checks that you are
          enrolled. They tell us yes or no, and nothing else about you.
        </li>
        <li>
          You receive a code. Type it at checkout and {settings().studentDiscountPercent}% come off.
        </li>
      </ol>
      <h2>Good to know</h2>
      <ul>
        <li>The code is yours alone and is for one order; ask again for the next.</li>
        <li>One code per order: it does not add up with other codes.</li>
        <li>In the shop, show your student card at the till.</li>
      </ul>
    </ReadingPage>
  )
}
