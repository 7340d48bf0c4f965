import { useEffect } from 'react'
import { closestTo } from '../../../../rules/messages/catalogue/closest.ts'
import { percentOff } from '../../../../rules/money.ts'
import {
  allResultsPath,
  countFound,
  POPULAR_SEARCHES,
  type SearchHit,
} from '../../../../rules/search.ts'
import { Link } from '../../../kit/link.tsx'
import { Price } from '../../../kit/price.tsx'
import { PictureOrCloth } from '../no-picture.tsx'
import { useSearch } from './use-search.ts'

type Props = {
  text: string
  /** Called with a popular search, which fills the box. */
  onPick: (word: string) => void
  onLeave: () => void
  /** The link replaces the overlay's entry in the history. */
  replace?: boolean
  /** Called with the text that nothing was found for, and with '' otherwise. */
  onMissed?: (text: string) => void
}

/** Shows the state of live search below its box: nothing asked yet, searching, results, or no result. */
export default function SearchResults({ text, onPick, onLeave, replace = false, onMissed }: Props) {
  const state = useSearch(text)
  const missed = state.phase === 'found' && state.answer.total === 0 ? state.text : ''
  useEffect(() => onMissed?.(missed), [missed, onMissed])
  if (state.phase === 'idle') return <Initial onPick={onPick} />
  if (state.phase === 'searching')
    return (
      <output className="flex items-center gap-3 py-6 text-quiet">
        <span
          aria-hidden
          className="size-5 animate-spin rounded-full border-2 border-line border-t-clay"
        />
        Searching products...
      </output>
    )
  const { hits, total, near = [], newest = [], isCorrected } = state.answer
  if (hits.length === 0)
    return <Nothing {...{ near, newest, onLeave, replace }} search={state.text} />
  return (
    <section aria-label="Search Results">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-xl">Search Results</h2>
        <output className="text-sm text-quiet">{countFound(total)}</output>
      </div>
      {isCorrected ? (
        <output className="mt-1 block text-sm wrap-anywhere">{closestTo(state.text)}</output>
      ) : null}
      <Hits {...{ hits, onLeave, replace }} />
      <Link
        to={allResultsPath(state.text)}
        replace={replace}
        onClick={onLeave}
        className="mt-3 flex min-h-11 items-center justify-center rounded-card border border-edge font-semibold hover:bg-sand"
      >
        View All Results ({total})
      </Link>
    </section>
  )
}

type Leaving = { onLeave: () => void; replace: boolean }

const Hits = ({ hits, ...leaving }: { hits: SearchHit[] } & Leaving) => (
  <ul className="mt-2 divide-y divide-line">
    {hits.map((hit) => (
      <li key={hit.id}>
        <Hit hit={hit} {...leaving} />
      </li>
    ))}
  </ul>
)

function Hit({ hit, onLeave, replace }: { hit: SearchHit } & Leaving) {
  const off = percentOff(hit.price, hit.comparePrice)
  return (
    <Link
      to={`/product/${hit.slug}`}
      replace={replace}
      onClick={onLeave}
      className="flex items-center gap-4 py-2 hover:bg-sand"
    >
      <span className="w-14 shrink-0 overflow-hidden rounded-card">
        <PictureOrCloth picture={hit.picture} alt="" sizes="56px" />
      </span>
      <span className="min-w-0 grow">
        <span className="block font-semibold">{hit.name}</span>
        {hit.category ? (
          <span className="block text-sm text-quiet">{hit.category.name}</span>
        ) : null}
        <Price price={hit.price} comparePrice={hit.comparePrice} />
      </span>
      {off > 0 ? (
        <span className="shrink-0 rounded-card bg-sun px-2 py-0.5 text-xs font-bold">
          {off}% OFF
        </span>
      ) : null}
    </Link>
  )
}

function Initial({ onPick }: { onPick: (word: string) => void }) {
  return (
    <section aria-label="Search Products" className="py-4">
      <h2 className="text-xl">Search Products</h2>
      <p className="mt-4 text-sm text-quiet">Popular searches</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {POPULAR_SEARCHES.map((word) => (
          <li key={word}>
            <button
              type="button"
              onClick={() => onPick(word)}
              className="min-h-11 rounded-full border border-edge bg-sheet px-5 hover:bg-sand"
            >
              {word}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** No product has all of the words: shows products with some of them, otherwise new ones. */
const Nothing = ({
  near,
  newest,
  search,
  ...leaving
}: { near: SearchHit[]; newest: SearchHit[]; search: string } & Leaving) => (
  <section aria-label="Search Results" className="py-4">
    <h2 aria-live="polite" className="text-xl">
      No products found
    </h2>
    <p className="mt-4 text-quiet">Suggestions:</p>
    <ul className="mt-1 list-[square] pl-5">
      <li>Check your spelling</li>
      <li>Use more general keywords</li>
      <li>Try different product names</li>
    </ul>
    {near.length + newest.length > 0 ? (
      <>
        <h3 className="mt-6 text-lg wrap-anywhere">
          {near.length > 0 ? closestTo(search) : 'New in the shop'}
        </h3>
        <Hits hits={near.length > 0 ? near : newest} {...leaving} />
      </>
    ) : null}
  </section>
)
