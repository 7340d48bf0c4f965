/** A gray placeholder in the shape of what is loading; the caller sets its size. */
export const Skeleton = ({ className = '' }: { className?: string }) => (
  <div aria-hidden className={`skeleton rounded-card bg-sand ${className}`} />
)

/** Placeholder cards, two in a row on a phone and four on a desktop. */
export const SkeletonGrid = ({ count }: { count: number }) => (
  <div className="grid grid-cols-2 gap-4 md:grid-cols-4 md:gap-6">
    <output className="sr-only">Loading...</output>
    {Array.from({ length: count }, (_, index) => (
      <div key={index}>
        <Skeleton className="aspect-4/5" />
        <Skeleton className="mt-3 h-4 w-3/4" />
      </div>
    ))}
  </div>
)
