import { NO_STORE } from '../no-store.ts'
/** Data as an indented JSON file, which people read in any editor and programs with ease. */
export const jsonFile = (name: string, content: unknown) =>
  new Response(`${JSON.stringify(content, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      ...NO_STORE,
    },
  })
