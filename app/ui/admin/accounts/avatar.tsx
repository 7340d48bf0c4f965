import { initialsOf } from '../../../rules/accounts/customers.ts'

/** A person's initials in place of a picture, which the shop asks nobody for. */
export const Avatar = ({ name, isBig = false }: { name: string | null; isBig?: boolean }) => (
  <span
    aria-hidden
    className={`${isBig ? 'size-16 text-2xl' : 'size-11 text-base'} grid shrink-0 place-items-center rounded-full bg-clay-wash font-bold text-clay`}
  >
    {initialsOf(name)}
  </span>
)
