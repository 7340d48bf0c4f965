import type { CSSProperties } from 'react'
import type { Columns, Row } from '../../../rules/till/receipt-rows.ts'
import { Barcode } from './barcode.tsx'

/** In millimeters: the paper's width, and how much of it the printer's head reaches. */
export const PAPER_MM = { 32: { paper: 58, printed: 48 }, 48: { paper: 80, printed: 72 } } as const

/** Width of a character of a monospace font, relative to its size. */
const CHARACTER = 0.602
const LINE_MM = 3.4
const HEIGHTS = { normal: LINE_MM, tall: LINE_MM * 1.8, double: LINE_MM * 2 }

const sheet = (columns: Columns): CSSProperties => {
  const { paper, printed } = PAPER_MM[columns]
  return {
    boxSizing: 'border-box',
    width: `${paper}mm`,
    padding: `2mm ${(paper - printed) / 2}mm 4mm`,
    background: 'white',
    color: 'black',
    // Thin faces (Courier) fade on thermal paper.
    fontFamily: 'ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", "Droid Sans Mono", monospace',
    fontSize: `${printed / columns / CHARACTER}mm`,
    fontVariantLigatures: 'none',
    fontWeight: 500,
    lineHeight: `${LINE_MM}mm`,
    overflow: 'hidden',
  }
}

/** A slip in its true size. Styled inline, because in the print window it stands alone. */
export const ReceiptPaper = ({ rows, columns }: { rows: readonly Row[]; columns: Columns }) => (
  <div style={sheet(columns)}>
    <div style={{ width: `${columns}ch`, maxWidth: '100%', margin: '0 auto' }}>
      {rows.map((row, index) => (
        <PaperRow key={index} row={row} />
      ))}
    </div>
  </div>
)

function PaperRow({ row }: { row: Row }) {
  switch (row.kind) {
    case 'text':
      return <TextRow row={row} />
    case 'rule':
      return (
        <div
          aria-hidden
          style={{
            height: `${LINE_MM / 2}mm`,
            borderBottom: '1px dashed',
            marginBottom: `${LINE_MM / 2}mm`,
          }}
        />
      )
    case 'space':
      return <div style={{ height: `${LINE_MM}mm` }} />
    case 'barcode':
      return <Barcode code={row.code} />
    default:
      return null
  }
}

function TextRow({ row }: { row: Extract<Row, { kind: 'text' }> }) {
  const size = row.size ?? 'normal'
  const words: CSSProperties = {
    display: 'block',
    whiteSpace: 'pre',
    textAlign: row.isCentred ? 'center' : 'left',
    fontWeight: row.isBold ? 700 : 'inherit',
    ...(size === 'double' && { fontSize: '2em', lineHeight: `${HEIGHTS.double}mm` }),
    // As high as a printer makes it, but not wider: the columns must stay.
    ...(size === 'tall' && { transform: 'scaleY(1.6)', lineHeight: `${HEIGHTS.tall}mm` }),
  }
  return (
    <div style={{ height: `${HEIGHTS[size]}mm` }}>
      <span style={words}>{row.text}</span>
    </div>
  )
}
