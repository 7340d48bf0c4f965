import { useLocation } from 'react-router'
import { showToast } from '../kit/toaster.tsx'
import type { ShellCategory } from './shell-data.ts'
import { Link } from '../kit/link.tsx'

const ITEM =
  'inline-flex min-h-11 items-center px-3 text-[0.9375rem] whitespace-nowrap underline-offset-8 hover:underline aria-[current=page]:font-semibold aria-[current=page]:text-clay aria-[current=page]:underline'

/** Whether the categories of the home page are what the reader is looking at. */
function isAtCategories() {
  const box = document.getElementById('categories')?.getBoundingClientRect()
  return box !== undefined && box.top < innerHeight / 2 && box.bottom > innerHeight / 4
}

/** 'View All Categories': scrolls to them, or goes home to them; there already, it says so. */
export function AllCategoriesLink({ className }: { className: string }) {
  const { pathname } = useLocation()
  return (
    <Link
      to="/#categories"
      className={className}
      onClick={(event) => {
        if (pathname !== '/' || !isAtCategories()) return
        event.preventDefault()
        showToast({ tone: 'good', title: 'You are already viewing all categories.' })
      }}
    >
      View All Categories
    </Link>
  )
}

export function CategoryNav({ categories }: { categories: ShellCategory[] | null }) {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Shop" className="max-md:hidden">
      <ul className="swipe-row -mx-3 lg:justify-between">
        <li>
          <Link
            to="/products"
            className={ITEM}
            aria-current={pathname === '/products' ? 'page' : undefined}
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
              aria-current={pathname === `/category/${slug}` ? 'page' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
        <li>
          <AllCategoriesLink className={`${ITEM} text-lake`} />
        </li>
      </ul>
    </nav>
  )
}

/** What stands in a list of categories that is not there yet, or empty. */
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
      <span className={className}>{categories ? 'No categories' : 'Loading...'}</span>
    </li>
  )
}
