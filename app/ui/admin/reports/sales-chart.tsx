import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { Bar as DayBar } from './days.ts'

const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const TICK = { fill: 'var(--color-quiet)', fontSize: 12 }

/** The chart's tooltip; the chart passes the day as `label`. */
function DayTip({ bars, label }: { bars: DayBar[]; label?: string }) {
  const bar = bars.find(({ day }) => day === label)
  if (!bar) return null
  return (
    <div className="rounded-card border border-line bg-sheet px-3 py-2 text-ink shadow-float">
      <p className="font-semibold">{bar.day}</p>
      {bar.tip.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

/**
 * The chart of the table beside it: hidden from screen readers, and not in the tab order. It imports nothing of ours: a
 * lazy file that shares code with the shop's pages loads their style sheet (`home-….css`) after the staff's, and
 * overrules it.
 */
export default function SalesChart({ bars }: { bars: DayBar[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={bars}
        accessibilityLayer={false}
        margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="day"
          minTickGap={16}
          tick={TICK}
          tickLine={false}
          axisLine={{ stroke: 'var(--color-edge)' }}
        />
        <YAxis
          width={44}
          tickFormatter={(amount: number) => SHORT.format(amount)}
          tick={TICK}
          tickLine={false}
          axisLine={false}
        />
        <Tooltip
          cursor={{ fill: 'var(--color-sand)' }}
          isAnimationActive={false}
          content={<DayTip bars={bars} />}
        />
        <Bar dataKey="online" stackId="sold" fill="var(--color-clay)" isAnimationActive={false} />
        <Bar dataKey="till" stackId="sold" fill="var(--color-lake)" isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  )
}
