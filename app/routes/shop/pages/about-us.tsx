import { formatKwacha } from '../../../rules/money.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Link } from '../../../ui/kit/link.tsx'
import { ReadingPage } from '../../../ui/shop/reading-page.tsx'
import { headersForEveryVisitor } from '../../../web/page-headers.ts'

export const headers = headersForEveryVisitor
export const meta = () => [
  { title: `About Us | ${settings().name}` },
  {
    name: 'description',
    content: `${settings().name} is a fashion store founded in ${settings().foundedYear} in ${settings().location}, delivering by courier.`,
  },
]

export default function AboutUs() {
  return (
    <ReadingPage
      title="About Us"
      intro={`A fashion store in ${settings().location}, founded in ${settings().foundedYear}.`}
    >
      <p>
        {settings().name} is Chichewa for “clothes”. We opened in {settings().foundedYear} with one
        rail of dresses and a shelf of chitenje. Today the shop at Chichiri is full of dresses,
        shirts, suits, shoes and bags, and what hangs there can be ordered online.
      </p>
      <h2>How we choose</h2>
      <p>
        Every piece is worn by one of us for a day before it is put on a hanger. It has to sit well,
        wash well, and be worth its price to somebody who buys four good things a year rather than
        forty poor ones.
      </p>
      <h2>What you can count on</h2>
      <ul>
        <li>Prices in kwacha, and the total that you see is the total that you pay.</li>
        <li>
          Delivery to the district that you choose, free for orders above{' '}
          {formatKwacha(settings().freeDeliveryFrom)}.
        </li>
        <li>
          If the fault is ours, you have {settings().returnsDays} days to tell us, as our{' '}
          <Link to="/returns-policy">returns policy</Link> says.
        </li>
        <li>
          A person who answers:{' '}
          {settings()
            .phones.map((phone) => phone.replaceAll(' ', '\u00a0'))
            .join(' or ')}
          .
        </li>
      </ul>
      <h2>Come and touch the cloth</h2>
      <p>
        {settings().address.join(', ')}. We are open {settings().openingHours}. Fitting rooms, a
        tailor for hems on Saturdays, and a chair for whoever came along.
      </p>
    </ReadingPage>
  )
}
