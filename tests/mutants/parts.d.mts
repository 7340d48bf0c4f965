type Part = { code: string[]; tests: string[] }

/** Those that `npm run mutants -- all` changes. */
export const PARTS: Record<string, Partial<Part> & Pick<Part, 'tests'>>
export const GROUPS: string[]
export function partsCalled(asked: string): string[]
export function partOf(name: string): Part
