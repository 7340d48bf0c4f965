/** An entry of a `dl` about an order: a label, and its value below it. */
export const Fact = ({
  label,
  look = 'font-semibold wrap-anywhere',
  children,
}: {
  label: string
  look?: string
  children: string
}) => (
  <div className="min-w-0">
    <dt className="text-sm text-quiet">{label}</dt>
    <dd className={look}>{children}</dd>
  </div>
)
