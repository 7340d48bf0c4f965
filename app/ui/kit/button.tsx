import type { ComponentProps } from 'react'
import { Link } from './link.tsx'

const TONES = {
  clay: 'bg-clay text-white hover:bg-clay-deep active:bg-clay-deep',
  lake: 'bg-lake text-white hover:bg-lake-deep active:bg-lake-deep',
  plain: 'bg-sheet text-ink border border-edge hover:bg-sand active:bg-sand',
  bare: 'text-lake underline-offset-4 hover:underline',
} as const
const SIZES = {
  md: 'min-h-11 px-5 py-1.5',
  lg: 'min-h-12 px-6 py-1.5 text-lg',
  icon: 'size-11',
} as const

type Look = { tone?: keyof typeof TONES; size?: keyof typeof SIZES }

const look = ({ tone = 'plain', size = 'md' }: Look, extra = '') =>
  `inline-flex items-center justify-center gap-2 rounded-card text-center font-semibold transition-colors duration-150 disabled:opacity-55 aria-busy:opacity-70 ${TONES[tone]} ${SIZES[size]} ${extra}`

export function Button({ tone, size, className, ...rest }: Look & ComponentProps<'button'>) {
  return (
    <button
      type="submit"
      {...rest}
      className={look({ ...(tone && { tone }), ...(size && { size }) }, className)}
    />
  )
}

export function ButtonLink({ tone, size, className, ...rest }: Look & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={look({ ...(tone && { tone }), ...(size && { size }) }, className)} />
  )
}
