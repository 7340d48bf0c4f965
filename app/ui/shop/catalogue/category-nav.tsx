import { useLocation } from 'react-router'
import { AT_ALL_CATEGORIES } from '../../../rules/messages/catalogue/on-page.ts'
import { Fragment } from '../../../web/render/fragment.ts'
import { Link } from '../../kit/link.tsx'
import { showToast } from '../../kit/toaster.tsx'
import type { ShellCategory } from '../shell-data.ts'

const ITEM =
  'inline-flex min-h-11 items-center px-3 text-[0.9375rem] whitespace-nowrap underline-offset-8 hover:underline aria-[current=page]:font-semibold aria-[current=page]:text-clay aria-[current=page]:underline'

/** Whether the categories of the home page are in view. */
function isAtCategories() {
  const box = document.getElementById('categories')?.getBoundingClientRect()
  return box !== undefined && box.top < innerHeight / 2 && box.bottom > innerHeight / 4
}

/** 'View All Categories': scrolls to them, or opens the home page at them. When they are in view already, says so. */
export function AllCategoriesLink({ className }: { className: string }) {
  return (
    <Link
      to="/#categories"
      className={className}
      onClick={(event) => {
        if (location.pathname !== '/' || !isAtCategories()) return
        event.preventDefault()
        showToast({ tone: 'good', title: AT_ALL_CATEGORIES })
      }}
    >
      View All Categories
    </Link>
  )
}

type Places = {
  categories: ShellCategory[] | null
  /** The address of the category that the visitor is in; null elsewhere, so that all other pages share one fragment. */
  here: string | null
}

export function CategoryNav({ categories }: Pick<Places, 'categories'>) {
  const { pathname } = useLocation()
  const isHere =
    pathname === '/products' || categories?.some(({ slug }) => pathname === `/category/${slug}`)
  return (
    <nav aria-label="Shop" className="max-md:hidden">
      <Fragment
        as="ul"
        className="swipe-row -mx-3 lg:justify-between"
        part={PlacesOfShop}
        props={{ categories, here: isHere ? pathname : null }}
      />
    </nav>
  )
}

const PlacesOfShop = ({ categories, here }: Places) => (
  <>
    <li>
      <Link
        to="/products"
        className={ITEM}
        aria-current={here === '/products' ? 'page' : undefined}
      >
        All Products
      </Link>
    </li>
    <CategoryStates categories={categories} className={`${ITEM} text-quiet`} />
    {categories?.map(({ name, slug }) => (
      <li key={slug}>
        <Link
          to={`/category/${slug}`}
          className={ITEM}
          aria-current={here === `/category/${slug}` ? 'page' : undefined}
        >
          {name}
        </Link>
      </li>
    ))}
    <li>
      <AllCategoriesLink className={`${ITEM} text-lake`} />
    </li>
  </>
)

/** Shown when the list of categories is empty or could not be read; its link loads the same page again. */
export function CategoryStates({
  categories,
  className,
}: {
  categories: ShellCategory[] | null
  className: string
}) {
  if (categories && categories.length > 0) return null
  return (
    <li>
      {categories ? (
        <span className={className}>No categories</span>
      ) : (
        // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- this very page, whatever its address
        <a href="" className={`${className} underline`}>
          Categories did not load. Try again
        </a>
      )}
    </li>
  )
}
