import { useCategories } from '../store/use-till.ts'

export function GridCategories({
  chosen,
  onChoose,
}: {
  chosen: string | null
  onChoose: (id: string | null) => void
}) {
  const tops = useCategories().filter(({ parentId }) => parentId === null)
  const all = [{ id: null, name: 'All' }, ...tops]
  return (
    <fieldset
      aria-label="Categories"
      className="swipe-row min-w-0 shrink-0 gap-2 px-3 pb-1 md:max-h-1/3 md:flex-wrap"
    >
      {all.map(({ id, name }) => (
        <button
          key={id ?? 'all'}
          type="button"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
          className="min-h-12 shrink-0 rounded-full border border-edge bg-sheet px-4 font-semibold aria-pressed:border-lake aria-pressed:bg-lake aria-pressed:text-white"
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
