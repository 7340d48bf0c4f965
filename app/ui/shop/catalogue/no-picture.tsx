/** Holds a picture's place, with cloth. */
export function NoPicture({ className = '' }: { className?: string }) {
  return (
    <div aria-hidden="true" className={`cloth-shells aspect-4/5 w-full bg-sand ${className}`} />
  )
}
