import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** The `intent`s of forms, read from the code that handles them. */
export const intentsIn = (text: string) => {
  const named = text.matchAll(/case '([a-z-]+)':|intent(?:'\))? [!=]== '([a-z-]+)'/gm)
  const tables = text.matchAll(/const (?:[A-Z]+_)?ACTS = \{\n([^]*?)\n\}/g)
  const keys = [...tables].flatMap(([, table = '']) => [
    ...table.matchAll(/^ {2}'?([a-z-]+)'?(?:: |,$)/gm),
  ])
  return [...named, ...keys].map((found) => found.slice(1).find(Boolean) ?? '')
}

/** The acts of back-office lists besides `save`, `switch` and `delete` (`actOnEntries`). */
export const othersIn = (text: string) =>
  [
    ...(/actOnEntries\([^]*?\n {2}\}\)/.exec(text)?.[0] ?? '').matchAll(
      /^ {4}([a-z-]+)(?=\(|: )/gm,
    ),
  ].map(([, act]) => act ?? '')

const ENTRY_ACTS = 'app/web/forms/entry-acts.ts'
/** Finds a route's own action. */
export const TAKES_ACTS = /export (const|async function|function) action\b|export \{[^}]*\baction\b/

/** A route's own code: its file, and its imports from the routes' folders. */
function codeOf(file: string, read = new Map<string, string>()) {
  if (read.has(file) || !existsSync(file)) return read
  const text = readFileSync(file, 'utf8')
  read.set(file, text)
  for (const [, path = ''] of text.matchAll(/from '(\.{1,2}\/[^']+\.tsx?)'/g)) {
    const other = normalize(join(dirname(file), path))
    if (other.startsWith('app/routes/') || other === ENTRY_ACTS) codeOf(other, read)
  }
  return read
}

/** Every address of app/routes.ts that has an action, with the intents of its forms: none when it does one act. */
export const listActs = () =>
  [...readFileSync('app/routes.ts', 'utf8').matchAll(/route\(\s*'([^']+)',\s*'([^']+)'/g)].flatMap(
    ([, path, file]) => {
      const code = codeOf(`app/${file}`)
      const own = code.get(`app/${file}`) ?? ''
      // `onlyGet` refuses every write to an address that can only be read.
      if (!TAKES_ACTS.test(own) || own.includes('action = onlyGet')) return []
      const intents = [...code.values()].flatMap((text) => [...intentsIn(text), ...othersIn(text)])
      return { path: `/${path}`, intents: [...new Set(intents)].toSorted() }
    },
  )
