import { formatKwacha } from '../../../rules/money.ts'

/** An amount in the largest font that fits its container, up to `most` rem, whatever its number of digits. */
export function HugeAmount({
  label,
  amount,
  most,
}: {
  label: string
  amount: number
  most: number
}) {
  const text = formatKwacha(amount)
  return (
    <span className="block min-w-0 grow [container-type:inline-size]">
      <output
        aria-label={label}
        className="block leading-tight font-bold whitespace-nowrap tabular-nums"
        style={{ fontSize: `min(${most}rem, ${Math.floor(1500 / text.length) / 10}cqw)` }}
      >
        {text}
      </output>
    </span>
  )
}
