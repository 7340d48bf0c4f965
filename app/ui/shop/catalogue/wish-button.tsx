import { useCallback, useEffect, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Icon } from '../../kit/icon.tsx'

type Wishable = { id: string; name: string; isWished: boolean }

/** A heart that adds the product to the wishlist or removes it; `form` is the id of a WishForm. */
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
        <Icon name="heart" size={20} fill={isWished ? 'currentColor' : 'none'} />
      </span>
    </button>
  )
}

/** The one form that all hearts of a list submit; `back` is the address to return to. */
export function WishForm({
  id,
  back,
  wishes: { onWish, onAnswered },
}: {
  id: string
  back: string
  wishes: Pick<ReturnType<typeof useWishes>, 'onWish' | 'onAnswered'>
}) {
  // Here rather than beside the hearts, because there a tap on a link would render their whole list first.
  const { state } = useNavigation()
  useEffect(() => {
    if (state === 'idle') onAnswered()
  }, [state, onAnswered])
  return (
    <Form
      id={id}
      method="post"
      action="/wishlist"
      preventScrollReset
      onSubmit={(event) => {
        const pressed = (event.nativeEvent as SubmitEvent).submitter
        if (pressed instanceof HTMLButtonElement) onWish(pressed.value, pressed.name === 'add')
      }}
    >
      <input type="hidden" name="back" value={back} />
    </Form>
  )
}

const NONE: Record<string, boolean> = {}

/**
 * Shows a pressed heart at once; it counts until the server's next answer, or until the request has ended without one.
 */
export function useWishes<P extends Wishable>(products: P[]) {
  const [pressed, setPressed] = useState(NONE)
  const onWish = (id: string, isWished: boolean) =>
    setPressed((all) => ({ ...all, [id]: isWished }))
  const onAnswered = useCallback(() => setPressed(NONE), [])
  const shown = products.map((product) => {
    const now = pressed[product.id]
    return now === undefined || now === product.isWished ? product : { ...product, isWished: now }
  })
  return { shown, onWish, onAnswered }
}
