import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

const TONES = {
  clay: 'bg-clay text-white enabled:hover:bg-clay-deep enabled:active:bg-clay-deep',
  lake: 'bg-lake text-white enabled:hover:bg-lake-deep enabled:active:bg-lake-deep',
  plain: 'bg-sheet text-ink border border-edge enabled:hover:bg-sand enabled:active:bg-sand',
  soft: 'bg-sand text-ink enabled:hover:bg-line enabled:active:bg-line',
  alarm: 'bg-alarm text-white',
} as const

/** A button of at least 48 px, for fast tapping. `keys`: its shortcut, shown on it. */
export function Press({
  tone = 'plain',
  keys,
  className = '',
  children,
  ...rest
}: ComponentProps<'button'> & { tone?: keyof typeof TONES; keys?: string }) {
  return (
    <button
      type="button"
      aria-keyshortcuts={keys}
      {...rest}
      className={`inline-flex min-h-12 items-center justify-center gap-2 rounded-card px-4 font-semibold transition-colors duration-100 disabled:opacity-50 aria-busy:opacity-70 ${TONES[tone]} ${className}`}
    >
      {children}
      {keys ? <Keys>{keys}</Keys> : null}
    </button>
  )
}

/** The main button of a sheet or a card: wide, and disabled while its act runs. */
export const MainPress = ({
  isBusy = false,
  disabled = false,
  ...rest
}: ComponentProps<typeof Press> & { isBusy?: boolean }) => (
  <Press
    tone="clay"
    aria-busy={isBusy}
    disabled={isBusy || disabled}
    {...rest}
    className="min-h-14 text-lg"
  />
)

export const SQUARE = 'grid size-12 shrink-0 place-items-center rounded-card'

/** A button with only an icon; its `aria-label` says what it does. */
export const SignPress = ({
  Sign,
  isFramed = false,
  className = '',
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> & { Sign: LucideIcon; isFramed?: boolean }) => (
  <button
    type="button"
    {...rest}
    className={`${SQUARE} enabled:hover:bg-sand enabled:active:bg-line disabled:opacity-50 ${isFramed ? 'border border-edge' : ''} ${className}`}
  >
    <Sign aria-hidden size={20} />
  </button>
)

/** The button's keyboard shortcut; hidden on narrow screens. */
export const Keys = ({ children }: { children: ReactNode }) => (
  <kbd
    aria-hidden
    className="hidden rounded-card border border-current px-1 text-xs leading-4 font-normal lg:inline-block"
  >
    {children}
  </kbd>
)
