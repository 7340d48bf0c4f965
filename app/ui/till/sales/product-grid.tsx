import { Search, X } from 'lucide-react'
import { memo, type RefObject, useDeferredValue, useRef, useState } from 'react'
import { formatAmount } from '../../../rules/money.ts'
import type { TillProduct } from '../../../rules/till/till-events.ts'
import { Keys } from '../kit/buttons.tsx'
import { CameraButton } from '../kit/camera-button.tsx'
import { searchCatalogue } from '../store/sync/catalogue-index.ts'
import { useCatalogue } from '../store/use-till.ts'
import { GridCategories } from './grid-categories.tsx'
import { ProductTile } from './product-tile.tsx'

const MOST_TILES = 60

/** The products that can be sold: found by words or by category, added to the basket by a tap. */
export const ProductGrid = memo(function ProductGrid({
  search,
  basketId,
  onPick,
  hasCatalogue,
}: {
  search: RefObject<HTMLInputElement | null>
  basketId: string
  onPick: (product: TillProduct) => void
  hasCatalogue: boolean
}) {
  const [text, setText] = useState('')
  const [categoryId, setCategoryId] = useState<string | null>(null)
  const [searchedFor, setSearchedFor] = useState(basketId)
  // A new basket is another customer, who looks for other products.
  if (searchedFor !== basketId) {
    setSearchedFor(basketId)
    setText('')
  }
  // Typed characters appear at once and the tiles follow, because a scanner types faster than tiles are rendered.
  const { products, total } = useCatalogue({ text: useDeferredValue(text), categoryId }, MOST_TILES)
  const tiles = useRef<HTMLUListElement>(null)
  const moveTo = (index: number) =>
    tiles.current?.querySelectorAll<HTMLElement>('button')[index]?.focus()
  return (
    <section aria-label="Products" className="flex h-full min-w-0 flex-col gap-2">
      <search className="relative px-3 pt-3">
        <Search aria-hidden size={20} className="absolute top-6.5 left-6 text-quiet" />
        <input
          ref={search}
          type="search"
          aria-label="Search products"
          aria-keyshortcuts="F2 /"
          placeholder="Name, SKU or barcode"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setText('')
            if (event.key === 'ArrowDown') {
              event.preventDefault()
              moveTo(0)
            }
            if (event.key !== 'Enter' || !text.trim()) return
            const [first] = searchCatalogue({ text, categoryId }, 1).products
            if (first) {
              onPick(first)
              setText('')
            }
          }}
          className="block min-h-12 w-full rounded-card border border-edge bg-sheet pr-24 pl-11 text-lg [&::-webkit-search-cancel-button]:hidden"
        />
        <span className="absolute top-3 right-3 flex h-12 items-center gap-1 text-quiet">
          {text ? (
            <button
              type="button"
              aria-label="Clear search"
              onClick={() => {
                setText('')
                search.current?.focus()
              }}
              className="grid size-12 place-items-center"
            >
              <X aria-hidden size={20} />
            </button>
          ) : (
            <Keys>F2</Keys>
          )}
          <CameraButton />
        </span>
      </search>
      <GridCategories chosen={categoryId} onChoose={setCategoryId} />
      <output className="sr-only">{text ? `${total} products found` : ''}</output>
      {products.length === 0 ? (
        <p className="m-auto max-w-sm p-6 text-center text-lg text-quiet">
          {hasCatalogue
            ? 'No products found. Try fewer letters, or scan the label.'
            : 'Products and prices are on their way. They come with the first connection.'}
        </p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows lead from one button in it to the next
        <ul
          ref={tiles}
          aria-label="Found"
          onKeyDown={(event) => {
            const buttons = [...(tiles.current?.querySelectorAll('button') ?? [])]
            const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
            const row = { ArrowDown: 1, ArrowUp: -1 }[event.key]
            if (at < 0 || (!step && !row)) return
            event.preventDefault()
            const columns = buttons.filter((one) => one.offsetTop === buttons[0]?.offsetTop).length
            const next = at + (step ?? (row ?? 0) * columns)
            if (next < 0) search.current?.focus()
            else buttons[Math.min(next, buttons.length - 1)]?.focus()
          }}
          className="grid min-h-0 grow contain-strict auto-rows-max grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] content-start gap-2 overflow-y-auto px-3 pt-1 pb-3 max-sm:grid-cols-2"
        >
          {products.map((product) => (
            <li key={product.id}>
              <ProductTile product={product} onPick={onPick} />
            </li>
          ))}
          {total > products.length ? (
            <li className="col-span-full py-2 text-center text-sm text-quiet">
              {formatAmount(total - products.length)} more: type some letters to find them.
            </li>
          ) : null}
        </ul>
      )}
    </section>
  )
})
