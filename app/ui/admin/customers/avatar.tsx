import { initialsOf } from '../../../rules/people.ts'

/** A person's picture, or their initials. */
export const Avatar = ({
  name,
  url,
  isBig = false,
}: {
  name: string | null
  url: string | null
  isBig?: boolean
}) => {
  const size = isBig ? 'size-16 text-2xl' : 'size-11 text-base'
  return url ? (
    <img
      src={url}
      alt=""
      width={isBig ? 64 : 44}
      height={isBig ? 64 : 44}
      className={`${size} shrink-0 rounded-full bg-sand object-cover`}
    />
  ) : (
    <span
      aria-hidden
      className={`${size} grid shrink-0 place-items-center rounded-full bg-clay-wash font-bold text-clay`}
    >
      {initialsOf(name)}
    </span>
  )
}
