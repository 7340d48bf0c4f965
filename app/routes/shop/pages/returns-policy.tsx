import { settings } from '../../../rules/settings/settings.ts'
import { ReadingPage } from '../../../ui/shop/reading-page.tsx'
import { headersForEveryVisitor } from '../../../web/page-headers.ts'

export const headers = headersForEveryVisitor
export const meta = () => [
  { title: `Returns Policy | ${settings().name}` },
  {
    name: 'description',
    content: `What can be returned to ${settings().name} within ${settings().returnsDays} days, and how.`,
  },
]

export default function ReturnsPolicy() {
  return (
    <ReadingPage
      title="Returns Policy"
      intro={`If the fault is ours, we put it right. You have ${settings().returnsDays} days from delivery to tell us.`}
    >
      <p>
        We give no refunds unless the fault is the shop’s. Please check the size guide and the
        pictures before you order, and ask us when you are in doubt.
      </p>
      <h2>When we refund or exchange</h2>
      <ul>
        <li>The item is defective.</li>
        <li>We sent the wrong item.</li>
        <li>The quality is not what it should be: a seam, a zip, a dye that runs.</li>
        <li>Any other mistake of the shop, such as a wrong size in the parcel.</li>
      </ul>
      <h2>When we cannot refund</h2>
      <ul>
        <li>A change of mind.</li>
        <li>The wrong size was ordered.</li>
        <li>The color is not to your liking.</li>
        <li>Sale or discounted items.</li>
        <li>Worn or washed items.</li>
        <li>Items without their tags or packaging.</li>
      </ul>
      <p>
        None of this touches goods that are faulty: they are made good in any case, sale and
        discounted items included. The law of Malawi gives you that right, and so do we.
      </p>
      <h2>How to report a fault</h2>
      <p>
        Write to <a href={`mailto:${settings().email}`}>{settings().email}</a> within{' '}
        {settings().returnsDays} days, with:
      </p>
      <ol>
        <li>your order number,</li>
        <li>photos of the item and of the fault,</li>
        <li>a description of what is wrong,</li>
        <li>the dates of purchase and of delivery.</li>
      </ol>
      <p>
        We answer within two working days and, where the fault is ours, collect the item at our
        cost.
      </p>
    </ReadingPage>
  )
}
