const BLURBS = [
  ['10K+', 'Happy Customers'],
  ['500+', 'New Arrivals'],
  ['24/7', 'Customer Support'],
] as const

export const Blurbs = () => (
  <ul className="mx-auto grid max-w-7xl grid-cols-3 border-y border-line px-4 py-5">
    {BLURBS.map(([figure, words]) => (
      <li key={figure} className="px-1 text-center">
        <span className="block font-display text-2xl text-clay md:text-4xl">{figure}</span>{' '}
        <span className="block text-sm leading-tight md:text-base">{words}</span>
      </li>
    ))}
  </ul>
)
