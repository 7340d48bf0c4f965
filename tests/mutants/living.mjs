import { relative } from 'node:path'

/**
 * Prints each change that no test notices as soon as it was tried, so that an interrupted run has reported its
 * findings.
 */
class Living {
  #counts = {}

  onMutantTested({ status, fileName, location, mutatorName, replacement }) {
    this.#counts[status] = (this.#counts[status] ?? 0) + 1
    if (status === 'Killed' || status === 'Ignored') return
    const { line, column } = location.start
    const at = `${relative(process.cwd(), fileName)}:${line}:${column}`
    console.log(`${status} ${at} ${mutatorName} ${replacement} ${JSON.stringify(this.#counts)}`)
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'living', injectableClass: Living }]
