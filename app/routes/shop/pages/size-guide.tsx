import { SHOP } from '../../../shop.ts'
import { ReadingPage } from '../../../ui/shop/reading-page.tsx'
import { headersForEveryVisitor } from '../../../web/render/page-headers.ts'

export const headers = headersForEveryVisitor
export const meta = () => [
  { title: `Size Guide | ${SHOP.name}` },
  {
    name: 'description',
    content:
      'Clothing sizes XS to XL in inches, and shoe sizes UK 3 to 11 with US, EU and centimetres.',
  },
]

const CLOTHING = [
  ['XS', '31-33', '24-26', '34-36'],
  ['S', '33-35', '26-28', '36-38'],
  ['M', '35-37', '28-30', '38-40'],
  ['L', '38-40', '31-33', '41-43'],
  ['XL', '41-43', '34-36', '44-46'],
] as const

// UK size, US, EU, length of the foot in cm.
const SHOES = [
  ['3', '4', '36', '22.0'],
  ['4', '5', '37', '22.9'],
  ['5', '6', '38', '23.7'],
  ['6', '7', '39', '24.6'],
  ['7', '8', '41', '25.4'],
  ['8', '9', '42', '26.2'],
  ['9', '10', '43', '27.1'],
  ['10', '11', '44', '27.9'],
  ['11', '12', '46', '28.8'],
] as const

export default function SizeGuide() {
  return (
    <ReadingPage
      title="Size Guide"
      intro="Measure once, over thin clothes, with the tape flat and not tight."
    >
      <h2>Clothing</h2>
      <Table
        caption="Body measurements in inches"
        head={['Size', 'Bust', 'Waist', 'Hips']}
        rows={CLOTHING}
      />
      <h3>How to measure</h3>
      <ul>
        <li>
          <strong>Bust:</strong> around the fullest part, arms hanging down.
        </li>
        <li>
          <strong>Waist:</strong> around the narrowest part, where you bend to the side.
        </li>
        <li>
          <strong>Hips:</strong> around the widest part, feet together.
        </li>
      </ul>
      <p>Between two sizes? Take the larger one: our tailor can take it in, but not let it out.</p>
      <h2>Shoes</h2>
      <Table
        caption="Shoe sizes, with the length of the foot in centimetres"
        head={['UK', 'US', 'EU', 'Foot (cm)']}
        rows={SHOES}
      />
      <p>
        Stand on paper with your heel against the wall, mark the longest toe, and measure from the
        wall to the mark. Do it in the evening, and go by the longer foot.
      </p>
    </ReadingPage>
  )
}

function Table({
  caption,
  head,
  rows,
}: {
  caption: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}) {
  return (
    // Wider than a phone when its text is doubled: it scrolls by itself (browsers let the keyboard do that).
    <section aria-label={caption} className="overflow-x-auto">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([size, ...rest]) => (
            <tr key={size}>
              <th scope="row">{size}</th>
              {rest.map((value) => (
                <td key={value}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
