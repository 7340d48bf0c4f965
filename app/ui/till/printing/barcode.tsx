import { code128Bars } from '../../../rules/till/code128.ts'

/** Draws bars and spaces of these widths in turn, over the whole width. Styled inline, as the slip is. */
export function Bars({ bars, height }: { bars: readonly number[]; height: string }) {
  const starts = bars.map((_, index) => bars.slice(0, index).reduce((sum, width) => sum + width, 0))
  const width = bars.reduce((sum, bar) => sum + bar, 0)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} 10`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      style={{ display: 'block', width: '100%', height }}
    >
      {bars.map((bar, index) =>
        index % 2 === 0 ? (
          <rect key={index} x={starts[index]} y={0} width={bar} height={10} />
        ) : null,
      )}
    </svg>
  )
}

/** Renders a text as Code 128; nothing when it cannot be encoded. */
export function Barcode({ code }: { code: string }) {
  const bars = code128Bars(code)
  return bars && <Bars bars={bars} height="10mm" />
}
