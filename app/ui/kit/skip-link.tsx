/** The first link that the keyboard reaches on every page: skips the frame. */
export const SkipLink = () => (
  <a
    href="#main"
    className="sr-only z-50 rounded-card bg-ink px-4 py-3 text-paper focus-visible:not-sr-only focus-visible:absolute focus-visible:top-2 focus-visible:left-2"
  >
    Skip to content
  </a>
)
