import { RECENT_CLEARED } from '../../../../rules/messages/catalogue/on-page.ts'
import { Button } from '../../../kit/button.tsx'
import { showToast } from '../../../kit/toaster.tsx'
import { ProductRow } from '../product-row.tsx'
import { clearSeen, SEEN } from './seen-products.ts'
import { useRecent } from './use-recent.ts'

/** Products that were viewed on this device before; the server does not know them and renders none. */
export function RecentlyViewed({
  here = null,
  isInPage = false,
}: {
  /** The product that is viewed now. */
  here?: string | null
  isInPage?: boolean
}) {
  const { place, products } = useRecent(here)
  return (
    <div ref={place} data-kept={SEEN}>
      <ProductRow
        id="recently-viewed"
        title="Recently viewed"
        products={products}
        isInPage={isInPage}
      >
        <Button
          type="button"
          tone="bare"
          onClick={() => {
            clearSeen()
            showToast({ tone: 'good', title: RECENT_CLEARED })
          }}
        >
          Clear<span className="sr-only"> recently viewed products</span>
        </Button>
      </ProductRow>
    </div>
  )
}
