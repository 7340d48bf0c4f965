// Runs the checks of `npm test` and `npm run test:long` one after the other, and counts. Runs on Node 20.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from '../../server/bootstrap/setup.mjs'

const results = join(root, '.cache')
const bin = (path) => join(root, 'node_modules', path)

/** Each check runs in a process of its own, and is stopped after `longest` milliseconds. */
export function openChecks({ longest, filters }) {
  mkdirSync(results, { recursive: true })
  let passed = 0
  let failed = 0
  let tests = 0
  const broken = []
  /** All failures, printed again at the end, because of a long run often only the end is kept. */
  const failures = []

  const count = (name, good, bad) => {
    passed += good
    failed += bad
    if (bad > 0) broken.push(name)
  }

  function run(node, script, args, env = {}) {
    return new Promise((resolve) => {
      const path = `${bin('.bin')}${delimiter}${process.env.PATH}`
      const child = spawn(node, [bin(script), ...args], {
        cwd: root,
        stdio: 'inherit',
        env: { ...process.env, PATH: path, ...env },
      })
      const stop = () => child.kill('SIGTERM')
      const timer = setTimeout(() => {
        console.error(`Stopped after ${longest / 60_000} minutes.`)
        stop()
      }, longest)
      for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
      child.on('error', () => resolve(1))
      child.on('exit', (code) => {
        clearTimeout(timer)
        for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop)
        resolve(code ?? 1)
      })
    })
  }

  const heading = (name) => console.log(`\n== ${name}`)

  async function check(name, work) {
    heading(name)
    let good = false
    try {
      good = await work()
    } catch (error) {
      console.error(error.message)
    }
    count(name, good ? 1 : 0, good ? 0 : 1)
    return good
  }

  async function countTests(name, file, work, read) {
    heading(name)
    const report = join(results, file)
    rmSync(report, { force: true })
    const code = await work(report)
    let numbers = { good: 0, bad: 0, failures: [] }
    try {
      numbers = read(JSON.parse(readFileSync(report, 'utf8')))
    } catch {
      console.error(`${name} left no report.`)
    }
    tests += numbers.good + numbers.bad
    failures.push(...numbers.failures)
    // A file that does not load, or an error outside any test, fails the step and counts as one.
    count(name, numbers.good, numbers.bad || (code === 0 ? 0 : 1))
  }

  const vitest = (node, project, name, file, args = [], env = {}) =>
    countTests(
      name,
      file,
      (report) =>
        run(
          node,
          'vitest/vitest.mjs',
          [
            'run',
            `--project=${project}`,
            '--passWithNoTests',
            '--reporter=default',
            '--reporter=json',
            `--outputFile.json=${report}`,
            ...args,
            ...filters,
          ],
          env,
        ),
      readVitest,
    )

  const playwright = async (node, name, args, env) => {
    // Playwright runs a step's own files and the filters together: for a step with files, pass only its files that
    // match a filter.
    const isOption = (arg) => arg.startsWith('--')
    const files = args.filter((arg) => !isOption(arg))
    const asked =
      filters.length === 0
        ? files
        : files.filter((file) => filters.some((one) => file.includes(one)))
    if (files.length > 0 && asked.length === 0) return
    await countTests(
      name,
      'e2e.json',
      () =>
        run(
          node,
          '@playwright/test/cli.js',
          [
            'test',
            '--pass-with-no-tests',
            ...args.filter(isOption),
            ...(files.length > 0 ? asked : filters),
          ],
          env,
        ),
      readPlaywright,
    )
  }

  /** Prints the failures and the counts; sets the exit code. */
  function close() {
    if (filters.length > 0 && tests === 0) count('no test is called that', 0, 1)
    for (const failure of failures) console.log(`\nFAILED ${failure.slice(0, 3000)}`)
    if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`)
    console.log(`\n${passed} passed, ${failed} failed`)
    process.exitCode = failed === 0 ? 0 : 1
  }

  return { run, check, vitest, playwright, close }
}

const readVitest = (report) => ({
  good: report.numPassedTests,
  bad: report.numFailedTests,
  failures: report.testResults.flatMap((file) => [
    ...(file.status === 'failed' && file.message ? [`${file.name}\n${file.message}`] : []),
    ...file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${file.name}\n${test.fullName}\n${test.failureMessages.join('\n')}`),
  ]),
})

const failedSpecs = (suite) => [
  ...(suite.specs ?? [])
    .filter((spec) => !spec.ok)
    .map((spec) => {
      const errors = spec.tests.flatMap((test) => test.results.flatMap((result) => result.errors))
      return `${spec.file}:${spec.line} ${spec.title}\n${errors.map((error) => error.message).join('\n')}`
    }),
  ...(suite.suites ?? []).flatMap(failedSpecs),
]
const shakySpecs = (suite) => [
  ...(suite.specs ?? [])
    .filter((spec) => spec.tests.some((test) => test.status === 'flaky'))
    .map((spec) => `${spec.file}:${spec.line} ${spec.title}`),
  ...(suite.suites ?? []).flatMap(shakySpecs),
]
const readPlaywright = ({ stats, suites }) => {
  for (const spec of suites.flatMap(shakySpecs))
    console.log(`\nSHAKY, passed at the second try: ${spec}`)
  return {
    good: stats.expected + stats.flaky,
    bad: stats.unexpected,
    failures: suites.flatMap(failedSpecs),
  }
}
