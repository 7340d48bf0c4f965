/** Names that begin so are the shop's; one that it does not know is a slip of whoever wrote it. */
const PREFIXES = [
  'PAYCHANGU_',
  'PAYMENT',
  'SMTP_',
  'MAIL_',
  'S3_',
  'WEB_',
  'SAMPLE_',
  'SESSION_',
  'TRUST_',
  'RATE_',
  'METRICS_',
  'BACKUP_',
]

/** What hosts and desktops set under such names without being asked (Heroku's build pack, X11). */
const OTHERS = new Set(['WEB_CONCURRENCY', 'WEB_MEMORY', 'SESSION_MANAGER'])

/** Kubernetes names each service of a namespace so: one called `web` or `payments` is no slip. */
const isServiceLink = (name: string, value: string) =>
  /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)/.test(name) ||
  (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value))

/** How many wrong letters still make a name ours, whatever it begins with; short ones have neighbors of their own. */
const slipsIn = (name: string) => (name.length < 8 ? -1 : name.length < 16 ? 1 : 2)
/** The part of a name that may be wrong before no known one is suggested for it. */
const FARTHEST = 0.4

/** The first name that is meant for the shop and that it does not know, and the known one that it is nearest to. */
export function findUnknownSetting(
  env: Record<string, string | undefined>,
  known: readonly string[],
): { name: string; near: string | null } | null {
  for (const [name, value = ''] of Object.entries(env)) {
    // Deployment tools write `NAME=` for what is not set.
    if (value.trim() === '' || known.includes(name) || OTHERS.has(name)) continue
    const upper = name.toUpperCase()
    const { near, slips } = nearest(upper, known)
    const isOurs =
      PREFIXES.some((prefix) => upper.startsWith(prefix)) && !isServiceLink(name, value)
    if (isOurs || slips <= slipsIn(name))
      return { name, near: slips <= name.length * FARTHEST ? near : null }
  }
  return null
}

function nearest(name: string, known: readonly string[]) {
  let best = { near: '', slips: Number.POSITIVE_INFINITY }
  for (const near of known) {
    const slips = countSlips(name, near)
    if (slips < best.slips) best = { near, slips }
  }
  return best
}

/** Levenshtein's distance. */
function countSlips(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (const [i, email] of one.split('').entries()) {
    const next = [i + 1]
    for (const [j, against] of other.split('').entries())
      next.push(
        Math.min(
          (row[j] ?? 0) + (email === against ? 0 : 1),
          (row[j + 1] ?? 0) + 1,
          (next[j] ?? 0) + 1,
        ),
      )
    row = next
  }
  return row[other.length] ?? 0
}
