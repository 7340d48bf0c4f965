import { formatKwacha } from '../../../rules/money.ts'

/** An amount as large as its room allows, up to `most` rem, however many digits it has. */
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
