import { ButtonLink } from '../../kit/button.tsx'

/** Links to follow after an order is placed. */
export const WaysOn = () => (
  <div className="mt-8 flex flex-wrap justify-center gap-3">
    <ButtonLink to="/orders" tone="clay" size="lg">
      View My Orders
    </ButtonLink>
    <ButtonLink to="/" size="lg">
      Continue Shopping
    </ButtonLink>
  </div>
)
