import { mayRunShop } from '../../../../rules/accounts/roles.ts'
import type { TillState } from '../../store/state.ts'

/** The link to where a sale that is not fully paid is ended, for staff who may end it. */
export const EndShort = ({ number, person }: { number: string } & Pick<TillState, 'person'>) =>
  person && mayRunShop(person.role) ? (
    <a
      href={`/admin/pos-sales?sale=${encodeURIComponent(number)}`}
      className="inline-flex min-h-12 w-full items-center justify-center rounded-card border border-edge bg-sheet px-4 text-center font-semibold hover:bg-sand"
    >
      {`End ${number} in the back office`}
    </a>
  ) : null
