import { useRef } from 'react'
import { countStyles, type TaggedCategory } from '../../../rules/catalogue/categories.ts'
import { CARD_ON_PHONE } from '../../../rules/media/pictures.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Link } from '../../kit/link.tsx'
import { PictureOrCloth } from './no-picture.tsx'

const CARD_SIZES = `(min-width: 1280px) 290px, (min-width: 768px) 23vw, ${CARD_ON_PHONE}`

// Declared narrower than they are, so that phones take the picture of 160 pixels: enough for up to 1.75 pixels
// for each.
const SMALL_CARD_SIZES = '(min-width: 768px) 208px, 90px'

/** The top-level categories; the open one takes the whole row and shows its subcategories. */
export function CategoryCards({ categories }: { categories: TaggedCategory[] }) {
  const list = useRef<HTMLUListElement>(null)
  // Opens one at a time, also in browsers that do not support named details.
  const closeOthers = (opened: HTMLDetailsElement) => {
    for (const other of list.current?.querySelectorAll('details[open]') ?? [])
      if (other !== opened) other.removeAttribute('open')
    // The opened one has moved to a row of its own.
    opened.scrollIntoView({ block: 'nearest' })
  }
  return (
    <ul
      ref={list}
      className="grid grid-flow-dense grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-x-4 gap-y-6 md:grid-cols-4 md:gap-x-6"
    >
      {categories.map((category) => (
        <li key={category.id} className="has-[[open]]:col-span-full">
          <CategoryCard category={category} onOpen={closeOthers} />
        </li>
      ))}
    </ul>
  )
}

function CategoryCard({
  category,
  onOpen,
}: {
  category: TaggedCategory
  onOpen: (opened: HTMLDetailsElement) => void
}) {
  const { name, slug, children, picture } = category
  return (
    <details
      name="shop-category"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen(currentTarget)
      }}
      className="group open:rounded-card open:bg-sand open:p-3 md:open:p-5"
    >
      <summary className="block rounded-card group-open:flex group-open:items-center group-open:gap-4">
        <span className="block overflow-hidden rounded-card group-open:w-18 group-open:shrink-0 md:group-open:w-24">
          <PictureOrCloth
            picture={picture}
            alt=""
            sizes={CARD_SIZES}
            className="transition-transform duration-200 group-hover:scale-[1.02]"
          />
        </span>
        <span className="flex min-w-0 grow items-start justify-between gap-2 pt-2">
          <span className="min-w-0">
            <span className="block font-display text-lg leading-tight md:text-2xl">{name}</span>
            <span className="block text-sm text-quiet">{countStyles(children.length)}</span>
          </span>
          <span
            aria-hidden
            className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-full border border-edge text-clay"
          >
            <Icon shape="M12 5v14M5 12h14" size={16} className="group-open:hidden" />
            <Icon shape="M5 12h14" size={16} className="hidden group-open:block" />
          </span>
        </span>
      </summary>
      {children.length > 0 ? (
        <ul className="swipe-row mt-4 gap-4 pb-3">
          {children.map((child) => (
            <SubcategoryCard key={child.id} category={child} />
          ))}
        </ul>
      ) : null}
      <ButtonLink to={`/category/${slug}`} tone="clay" className="mt-3">
        Explore Collection<span className="sr-only"> of {name}</span>
      </ButtonLink>
    </details>
  )
}

type Subcategory = TaggedCategory['children'][number]

function SubcategoryCard({ category: { name, slug, picture, tags } }: { category: Subcategory }) {
  return (
    <li className="w-28 shrink-0 snap-start md:w-52">
      <Link to={`/category/${slug}`} className="group/sub block rounded-card bg-paper">
        <span className="block overflow-hidden rounded-t-card">
          <PictureOrCloth picture={picture} alt="" sizes={SMALL_CARD_SIZES} />
        </span>
        <span className="block px-3 pt-2 pb-3">
          <span className="block leading-snug font-semibold underline-offset-4 group-hover/sub:underline">
            {name}
          </span>
          <span className="mt-1 flex flex-wrap gap-x-2 text-xs text-quiet">
            {tags.map((word) => (
              <span key={word} className="border-b-2 border-sun">
                {word}
              </span>
            ))}
          </span>
        </span>
      </Link>
    </li>
  )
}
