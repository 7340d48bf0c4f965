import { ButtonLink } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { ContinueShopping } from '../continue-shopping.tsx'
import { EmptyPlace } from '../empty-place.tsx'

/** A cart without anything in it. */
export const EmptyCart = () => (
  <div className="mt-6">
    <EmptyPlace action={<ContinueShopping tone="clay" />}>Your cart is empty</EmptyPlace>
  </div>
)

/** The cart of a signed-out visitor; what they saved is there after the next sign-in. */
export const SignedOutCart = () => (
  <>
    <EmptyCart />
    <div className="mx-auto mt-8 max-w-md text-center">
      <ButtonLink to="/auth?then=/cart" tone="lake" size="lg" className="w-full">
        Sign In to Checkout
      </ButtonLink>
      <p className="mt-3">
        New customer?{' '}
        <Link
          to="/auth?mode=sign-up&then=/cart"
          className="inline-flex min-h-11 items-center text-lake underline underline-offset-4"
        >
          Create an account to get started
        </Link>
      </p>
    </div>
  </>
)
