import { useMemo } from 'react'
import { encode } from 'uqr'

/** A QR code, always dark on white, because cameras read no other one. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const svg = useMemo(() => drawCode(text), [text])
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={label}
      width={288}
      height={288}
      className="aspect-square w-full max-w-52 justify-self-center rounded-card md:row-span-2 md:max-w-72"
    />
  )
}

function drawCode(text: string) {
  // A quiet zone of four modules: with less, cheap cameras do not find the code.
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const bars = data.flatMap((row, y) =>
    [
      ...row
        .map((isDark) => (isDark ? 'x' : ' '))
        .join('')
        .matchAll(/x+/g),
    ].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${bars.join('')}"/></svg>`
}
