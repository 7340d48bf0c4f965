import { useFetcher } from 'react-router'
import { type SeenLine, writeSeenLine } from '../../../rules/cart/cart.ts'
import { Button } from '../../kit/button.tsx'

/** Removes the lines shown here from the cart, after a confirmation. */
export function ClearCart({ lines, count }: { lines: readonly SeenLine[]; count: number }) {
  const fetcher = useFetcher({ key: 'clear-cart' })
  return (
    <details className="mt-4">
      <summary className="inline-flex min-h-11 items-center rounded-card font-semibold text-lake underline-offset-4 hover:underline">
        Clear cart
      </summary>
      <fetcher.Form
        method="post"
        action="/cart"
        className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border-l-8 border-clay bg-clay-wash px-4 py-3"
      >
        <input type="hidden" name="intent" value="clear" />
        {lines.map((line) => (
          <input key={writeSeenLine(line)} type="hidden" name="seen" value={writeSeenLine(line)} />
        ))}
        <p>
          {count === 1 ? 'Remove the item' : `Remove all ${count} items`} from your cart? This
          cannot be undone.
        </p>
        <Button tone="clay" aria-busy={fetcher.state !== 'idle'}>
          Yes, clear it
        </Button>
      </fetcher.Form>
    </details>
  )
}
