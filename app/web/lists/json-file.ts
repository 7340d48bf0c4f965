import { NO_STORE } from '../no-store.ts'
/** Something as a file that a person reads with any editor, and a program with ease. */
export const jsonFile = (name: string, content: unknown) =>
  new Response(`${JSON.stringify(content, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      ...NO_STORE,
    },
  })
