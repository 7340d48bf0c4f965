import { useState } from 'react'
import { Form, useNavigation } from 'react-router'

type Wishable = { id: string; name: string; isWished: boolean }

/** A heart: one press of it puts the product into the wishlist or takes it out; `form` names a WishForm. */
export function WishButton({
  product,
  form,
  className = 'absolute top-1 right-1',
}: {
  product: Wishable
  form: string
  className?: string
}) {
  const { id, name, isWished } = product
  return (
    <button
      type="submit"
      form={form}
      name={isWished ? 'remove' : 'add'}
      value={id}
      aria-label={isWished ? `Remove ${name} from wishlist` : `Add ${name} to wishlist`}
      className={`z-10 grid size-11 place-items-center rounded-full text-clay transition-transform active:scale-90 ${className}`}
    >
      <span className="grid size-9 place-items-center rounded-full bg-sheet/90">
        <svg
          aria-hidden="true"
          viewBox="0 0 24 24"
          width="20"
          height="20"
          fill={isWished ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth="2"
        >
          <path d="M12 20.5C5 15.6 2.5 12.2 2.5 8.7 2.5 5.9 4.7 4 7.1 4c2 0 3.8 1.1 4.9 3 1.1-1.9 2.9-3 4.9-3 2.4 0 4.6 1.9 4.6 4.7 0 3.5-2.5 6.9-9.5 11.8z" />
        </svg>
      </span>
    </button>
  )
}

/** The one form that all hearts of a list submit; `back` is where the answer leads back to. */
export function WishForm({
  id,
  back,
  onWish,
}: {
  id: string
  back: string
  onWish?: (productId: string, isWished: boolean) => void
}) {
  return (
    <Form
      id={id}
      method="post"
      action="/wishlist"
      preventScrollReset
      onSubmit={(event) => {
        const pressed = (event.nativeEvent as SubmitEvent).submitter
        if (pressed instanceof HTMLButtonElement) onWish?.(pressed.value, pressed.name === 'add')
      }}
    >
      <input type="hidden" name="back" value={back} />
    </Form>
  )
}

/** Hearts answer at once: what was pressed here counts until the server's next word, or until none came. */
export function useWishes<P extends Wishable>(products: P[]) {
  const [pressed, setPressed] = useState<Record<string, boolean>>({})
  const { state } = useNavigation()
  const [before, setBefore] = useState(state)
  if (state !== before) {
    setBefore(state)
    if (state === 'idle') setPressed({})
  }
  const onWish = (id: string, isWished: boolean) =>
    setPressed((all) => ({ ...all, [id]: isWished }))
  const shown = products.map((product) => {
    const now = pressed[product.id]
    return now === undefined || now === product.isWished ? product : { ...product, isWished: now }
  })
  return { shown, onWish }
}
