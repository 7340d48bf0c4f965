import { Link } from '../../kit/link.tsx'

/** Ten recovery codes, shown only once. */
export const RecoveryCodes = ({
  codes,
  goOn,
}: {
  codes: readonly string[]
  goOn: string | null
}) => (
  <section
    aria-label="Recovery codes"
    className="mt-3 rounded-card border-l-8 border-leaf bg-leaf-wash px-4 py-4"
  >
    <p className="font-semibold">Your recovery codes: they are shown only now.</p>
    <p>
      Write them down or print them, and keep them somewhere other than your phone. Each signs you
      in once, after your password.
    </p>
    <ul className="my-3 grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-x-6 divide-y divide-line font-mono leading-9 tabular-nums">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    {goOn ? (
      <Link
        to={goOn}
        reloadDocument
        className="inline-flex min-h-11 items-center font-semibold text-lake underline underline-offset-4"
      >
        I have kept them: go on
      </Link>
    ) : null}
  </section>
)
