import { type PoolOptions, type PoolWorker, ThreadsPoolWorker, type Vite } from 'vitest/node'

/** A thread is replaced after so many changes, so that their leftovers in memory do not add up. */
const MOST_RUNS = 50

let kept: { thread: ThreadsPoolWorker; runs: number } | undefined

/**
 * Runs the tests of one change after the other in one thread that has already loaded the code, because loading takes
 * longer than most tests. A change to code that runs while loading (`static`) needs its own thread. Relies on how
 * vitest 5 and its runner for Stryker 10 talk to a worker: `start`, `run` and `stop`, answered.
 */
class WarmWorker implements PoolWorker {
  readonly name = 'warm'
  readonly #options: PoolOptions
  readonly #listeners = new Set<(message: unknown) => void>()
  #thread: ThreadsPoolWorker | undefined
  #isLasting = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  get #open() {
    if (!this.#thread) throw new Error('the thread was not started')
    return this.#thread
  }

  async start() {
    const given = this.#options.project.getProvidedContext() as object as Record<string, unknown>
    this.#isLasting = given['mode'] === 'mutant' && given['mutantActivation'] === 'runtime'
    if (kept && (!this.#isLasting || kept.runs >= MOST_RUNS)) {
      await kept.thread.stop()
      kept = undefined
    }
    if (kept) {
      kept.runs += 1
      this.#thread = kept.thread
      return
    }
    const thread = new ThreadsPoolWorker(this.#options)
    await thread.start()
    thread.on('exit', () => {
      if (kept?.thread === thread) kept = undefined
    })
    this.#thread = thread
    if (this.#isLasting) kept = { thread, runs: 1 }
  }

  async stop() {
    if (kept?.thread !== this.#thread) await this.#open.stop()
  }

  send(message: Parameters<PoolWorker['send']>[0]) {
    if (message.type !== 'stop' || kept?.thread !== this.#thread) return this.#open.send(message)
    const stopped = { type: 'stopped', __vitest_worker_response__: true }
    setImmediate(() => this.#listeners.forEach((listener) => listener(stopped)))
  }

  on(event: string, listener: (message: unknown) => void) {
    if (event === 'message') this.#listeners.add(listener)
    this.#open.on(event, listener)
  }

  off(event: string, listener: (message: unknown) => void) {
    this.#listeners.delete(listener)
    this.#open.off(event, listener)
  }

  deserialize(data: unknown) {
    return data
  }
}

/** Stryker names one of vitest's own pools: this worker takes its place. */
export const warmWorker: Vite.Plugin = {
  name: 'warm-worker',
  configureVitest({ project }) {
    const poolRunner = {
      name: 'warm',
      createPoolWorker: (options: PoolOptions) => new WarmWorker(options),
    }
    Object.assign(project.config, { pool: 'warm', poolRunner })
  },
}
