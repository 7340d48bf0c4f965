import type { Letter } from '../rules/letters.ts'

/** `to` is one bare address; `html` goes beside `text`, never instead of it. */
export type { Letter }

/** Throws when the letter could not be handed over: the job that sends it tries again. */
export type Mail = { send(letter: Letter): Promise<void> }
