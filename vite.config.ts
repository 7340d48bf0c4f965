import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { build, defineConfig, minify, type Plugin } from 'vite'
import shop from './package.json' with { type: 'json' }

type Graph = { getModuleInfo(id: string): { importers: string[] } | null }

const HOME = /app[\\/](root\.tsx|entry\.client\.tsx|routes[\\/]shop[\\/](layout|home)\.tsx)/
const known = new Map<string, boolean>()

/** Whether the home page needs a module at once. Two dozen small files compress and travel worse. */
function isOfHome(id: string, graph: Graph): boolean {
  const before = known.get(id)
  if (before !== undefined) return before
  // Until it is known: modules may import each other in a ring.
  known.set(id, false)
  const importers = graph.getModuleInfo(id)?.importers ?? []
  const found = HOME.test(id) || importers.some((importer) => isOfHome(importer, graph))
  known.set(id, found)
  return found
}

/** A module and all that cannot run without it. */
function withImporters(id: string, graph: Graph) {
  const seen = new Set([id])
  // It grows while it is gone through.
  for (const one of seen)
    for (const importer of graph.getModuleInfo(one)?.importers ?? []) seen.add(importer)
  return [...seen]
}

/** Whether three screens of shoppers need a module, or more. */
const isOfManyScreens = (id: string, graph: Graph) =>
  withImporters(id, graph).filter((one) => /app[\\/]routes[\\/]shop[\\/].*\.tsx$/.test(one))
    .length >= 3

/**
 * Whether such a module is also of what keeps a page when the connection breaks. That comes with the first act: beside
 * the home page's own it brings this module alone, and not all that the next screens share.
 */
const isOfRecovery = (id: string, graph: Graph) =>
  isOfManyScreens(id, graph) &&
  withImporters(id, graph).some((one) => /render[\\/]connection-recovery\.ts/.test(one))

/** A module and all that it imports, bundled into the text of one plain script, under `virtual:NAME`. */
const plainScript = (name: string, input: string): Plugin => ({
  name,
  resolveId: (id) => (id === `virtual:${name}` ? `\0${id}` : null),
  async load(id) {
    if (id !== `\0virtual:${name}`) return null
    const result = await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      build: {
        target: 'es2022',
        write: false,
        rolldownOptions: {
          input,
          output: { format: 'iife' },
        },
      },
    })
    if (!('output' in result)) throw new Error('The service worker was not bundled.')
    const [{ code, moduleIds }] = result.output
    for (const file of moduleIds) this.addWatchFile(file)
    return `export default ${JSON.stringify(code)}`
  },
})

/**
 * What is sent as the text of functions (web/render/lazy-scripts.server.ts) is a part of every page: 0.4 KB less of
 * each.
 */
const shortText: Plugin = {
  name: 'short-text',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: {
      id: /web[\\/]render[\\/](lazy-scripts\.server|early[\\/]\w[\w-]*|recovery[\\/]before-scripts)\.ts$/,
    },
    async handler(code, id) {
      const short = await minify(id, code, { module: true })
      return { code: short.code, map: null }
    },
  },
}

// What a page is made of goes into the server's build, as far as it is used, and only what a running shop has anyway
// stays outside: all icons there are took 12 MB of each web process, and the packages 30 MB of the disk.
const outside = Object.keys(shop.dependencies).filter((name) => !shop.buildOnly.includes(name))

export default defineConfig(({ command }) => ({
  plugins: [
    plainScript('till-service-worker', 'app/routes/till/worker/service-worker.ts'),
    plainScript('hero-before-scripts', 'app/ui/shop/banners/hero-before-scripts.ts'),
    shortText,
    tailwindcss(),
    reactRouter(),
  ],
  // Thousands of files that no screen is made of: looking through them took a second of each `npm run dev`.
  server: { watch: { ignored: ['**/.cache/**', '**/build/**', '**/sample/**', '**/tests/**'] } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // What every page has already need not be named beside each part that comes later.
    modulePreload: {
      resolveDependencies: (_file, deps) =>
        deps.filter((file) => !/\/(vendor|rolldown-runtime)-/.test(file)),
    },
  },
  environments: {
    ssr:
      command === 'build'
        ? {
            resolve: { noExternal: true, external: outside },
            build: {
              rolldownOptions: {
                output: { charset: 'ascii', comments: false },
              },
            },
          }
        : {},
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The table of all screens names each of them: what cannot be guessed cannot be compressed.
            hashCharacters: 'hex',
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: [
                // React and the router in one file: one request, cached across releases.
                {
                  name: 'vendor',
                  test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
                  priority: 1,
                },
                {
                  name: (id: string, graph: Graph) =>
                    isOfHome(id, graph) || isOfRecovery(id, graph) ? 'home' : null,
                  test: /\.tsx?(\?|$)/,
                },
                // What many screens share would be twenty small files, whose headers are half of what they hold, and
                // for which a screen would wait longer than for its own.
                {
                  name: (id: string, graph: Graph) => (isOfManyScreens(id, graph) ? 'shop' : null),
                  test: /\.tsx?(\?|$)/,
                },
              ],
            },
          },
        },
      },
    },
  },
}))
