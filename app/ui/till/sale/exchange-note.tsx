import { tryTo } from '../say.ts'
import { endExchange } from '../store/acts.ts'

/** The basket is what is taken instead of items that came back; whoever took nothing leaves that to nobody else's sale. */
export const ExchangeNote = ({ number }: { number: string }) => (
  <p className="flex items-center justify-between gap-2 border-b border-line bg-lake-wash py-1 pr-1 pl-3 text-sm">
    <span>
      Exchange for <strong>{number}</strong>
    </span>
    <button
      type="button"
      className="min-h-12 shrink-0 rounded-card px-3 font-semibold text-lake underline"
      onClick={() => void tryTo(endExchange(), () => {})}
    >
      No exchange
    </button>
  </p>
)
