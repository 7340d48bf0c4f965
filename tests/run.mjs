// What `npm test` executes. Runs on Node 20: sets up, then every check in turn, and counts.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { buildIfStale } from '../server/build.mjs'
import { chooseNode, root, setUp, stopWith } from '../server/setup.mjs'
import { ensureBrowser } from './support/browser.mjs'

const filters = process.argv.slice(2)
const results = join(root, '.cache')
const LONGEST = 15 * 60_000
let passed = 0
let failed = 0
let tests = 0
const broken = []
/** What failed and why, said once more at the end: of a long run often only the end is kept. */
const failures = []

const count = (name, good, bad) => {
  passed += good
  failed += bad
  if (bad > 0) broken.push(name)
}

const bin = (path) => join(root, 'node_modules', path)
const heading = (name) => console.log(`\n== ${name}`)

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
      console.error(`Stopped after ${LONGEST / 60_000} minutes.`)
      stop()
    }, LONGEST)
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
    child.on('error', () => resolve(1))
    child.on('exit', (code) => {
      clearTimeout(timer)
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop)
      resolve(code ?? 1)
    })
  })
}

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

const vitest = (node, project, name, file) =>
  countTests(
    name,
    file,
    (report) =>
      run(node, 'vitest/vitest.mjs', [
        'run',
        `--project=${project}`,
        '--passWithNoTests',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...filters,
      ]),
    readVitest,
  )

try {
  mkdirSync(results, { recursive: true })
  await setUp({ tests: true })
  const node = chooseNode()
  if (filters.length === 0) {
    await check(
      'format',
      async () => (await run(node, '@biomejs/biome/bin/biome', ['format', '.'])) === 0,
    )
    await check(
      'types',
      async () =>
        (await run(node, '@react-router/dev/bin.cjs', ['typegen'])) === 0 &&
        (await run(node, 'typescript/bin/tsc', ['--noEmit'])) === 0,
    )
    // After the types of the routes are written: the linter reads them too.
    await check('lint', async () => (await run(node, 'oxlint/bin/oxlint', [])) === 0)
  }
  const built = await check('build', async () => {
    await buildIfStale(node)
    return true
  })
  await vitest(node, 'unit', 'rules, modules and http', 'unit.json')
  await vitest(node, 'races', 'races and faults', 'races.json')
  if (built) {
    let browser
    if (await check('browser', async () => Boolean((browser = await ensureBrowser())))) {
      await countTests(
        'shop in the browser',
        'e2e.json',
        () =>
          run(node, '@playwright/test/cli.js', ['test', '--pass-with-no-tests', ...filters], {
            CHROME_PATH: browser,
          }),
        readPlaywright,
      )
    }
  }
  if (filters.length > 0 && tests === 0) count('no test is called that', 0, 1)
  for (const failure of failures) console.log(`\nFAILED ${failure.slice(0, 3000)}`)
  if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
} catch (error) {
  stopWith(error)
}
