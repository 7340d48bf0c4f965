import type { ComponentProps } from 'react'

// Shapes of the first screen. A shape that only later parts need is loaded with them, as their own
// `shape` (ui/shop/shapes.ts).
const SHAPES = {
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'm5 5 14 14M19 5 5 19',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 21 21',
  heart:
    'M12 20.5C5 15.6 2.5 12.2 2.5 8.7 2.5 5.9 4.7 4 7.1 4c2 0 3.8 1.1 4.9 3 1.1-1.9 2.9-3 4.9-3 2.4 0 4.6 1.9 4.6 4.7 0 3.5-2.5 6.9-9.5 11.8z',
  bag: 'M5 8h14l1 13H4zM8.5 11V6.5a3.5 3.5 0 0 1 7 0V11',
  left: 'm15 5-7 7 7 7',
  right: 'm9 5 7 7-7 7',
  pause: 'M9 5v14M15 5v14',
  play: 'M8 5v14l11-7z',
} as const

/**
 * A line icon; its meaning is in the text beside it or in its control's label. All icons of the shop use it; the
 * staff's screens, which need five times as many and may weigh more, use Lucide.
 */
export const Icon = ({
  name,
  shape = SHAPES[name ?? 'menu'],
  size = 24,
  ...rest
}: { name?: keyof typeof SHAPES; shape?: string; size?: number } & ComponentProps<'svg'>) => (
  <svg
    aria-hidden
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinejoin="round"
    strokeLinecap="round"
    {...rest}
  >
    <path d={shape} />
  </svg>
)
