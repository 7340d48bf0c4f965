/** Variables with these prefixes are meant for the shop; an unknown one is a misspelling. */
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

/** Variables that hosts and desktops set by themselves under such names (Heroku's build pack, X11). */
const OTHERS = new Set(['WEB_CONCURRENCY', 'WEB_MEMORY', 'SESSION_MANAGER'])

/** Whether Kubernetes made the variable for a service, such as one called `web` or `payments`. */
const isServiceLink = (name: string, value: string) =>
  /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)/.test(name) ||
  (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value))

/** With how many wrong letters a name still counts as ours; short names resemble too many others. */
const slipsIn = (name: string) => (name.length < 8 ? -1 : name.length < 16 ? 1 : 2)
/** The largest wrong part of a name for which a known name is suggested. */
const FARTHEST = 0.4

/** The first unknown name that is meant for the shop, and the known name nearest to it. */
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
  for (const [i, character] of one.split('').entries()) {
    const next = [i + 1]
    for (const [j, against] of other.split('').entries())
      next.push(
        Math.min(
          (row[j] ?? 0) + (character === against ? 0 : 1),
          (row[j + 1] ?? 0) + 1,
          (next[j] ?? 0) + 1,
        ),
      )
    row = next
  }
  return row[other.length] ?? 0
}
