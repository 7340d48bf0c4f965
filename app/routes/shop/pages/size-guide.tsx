import { GUIDE_KINDS, tablesOf } from '../../../rules/catalogue/size-guide.ts'
import { TABLE_NAMES } from '../../../rules/messages/catalogue/sizes.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { HowToMeasure } from '../../../ui/shop/catalogue/sizes/how-to-measure.tsx'
import { cellsOf, Table } from '../../../ui/shop/catalogue/sizes/size-table.tsx'
import { ReadingPage } from '../../../ui/shop/reading-page.tsx'
import { headersForEveryVisitor } from '../../../web/page-headers.ts'

export const headers = headersForEveryVisitor
export const meta = () => [
  { title: `Size Guide | ${settings().name}` },
  {
    name: 'description',
    content:
      'Clothing sizes XS to XL in inches, and shoe sizes UK 3 to 11 with US, EU and centimetres. All other sizes in centimetres and inches, for women, men and children.',
  },
]

const rowsOf = (kind: 'women' | 'shoes', sizes: readonly string[]) => {
  const [table] = tablesOf(kind, sizes)
  return table
    ? cellsOf(table, [table.unit]).rows.filter(([size = '']) => sizes.includes(size))
    : []
}
// The specification's two tables (docs/product.md, Products).
const CLOTHING = rowsOf('women', ['XS', 'S', 'M', 'L', 'XL'])
const SHOES = rowsOf('shoes', ['3', '4', '5', '6', '7', '8', '9', '10', '11'])

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
      <HowToMeasure ofFeet={false} />
      <h2>Shoes</h2>
      <Table
        caption="Shoe sizes, with the length of the foot in centimetres"
        head={['UK', 'US', 'EU', 'Foot (cm)']}
        rows={SHOES}
      />
      <HowToMeasure ofFeet />
      <h2>Every size we sell</h2>
      <p>In centimetres, and in inches in brackets.</p>
      {GUIDE_KINDS.map((kind) => (
        <div key={kind} id={kind}>
          {tablesOf(kind).map((table) => (
            <div key={table.id}>
              <h3>{TABLE_NAMES[table.id]}</h3>
              <Table isTitled caption={TABLE_NAMES[table.id]} {...cellsOf(table, ['cm', 'in'])} />
            </div>
          ))}
        </div>
      ))}
    </ReadingPage>
  )
}
