import { ButtonLink } from '../kit/button.tsx'

export function NotFound() {
  return (
    <div className="cloth-shells">
      <div className="mx-auto grid min-h-[55vh] max-w-7xl grid-cols-1 place-items-center px-4 py-16">
        <div className="max-w-lg min-w-0 rounded-card bg-paper px-[6%] py-10 text-center">
          <p aria-hidden className="font-display text-7xl text-clay">
            404
          </p>
          <h1 className="mt-4 text-3xl">Oops! Page not found</h1>
          <p className="mt-3 text-quiet">
            What was here has been moved, sold or never sewn. The shop is open all the same.
          </p>
          <div className="mt-6 flex flex-wrap justify-center gap-3">
            <ButtonLink to="/" tone="clay">
              Return to Home
            </ButtonLink>
            <ButtonLink to="/products">All Products</ButtonLink>
          </div>
        </div>
      </div>
    </div>
  )
}
