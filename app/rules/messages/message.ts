/** A message to a person. */
export type Message = { title: string; description?: string }
/** Makes messages that differ only in their descriptions. */
export const titled = (title: string) => (description: string) => ({ title, description })
/** An error message that consists of one sentence. */
export const error = titled('Error')
/** A fixed message, or one with parameters; each message declares the type of its own parameters. */
type Text = Message | ((params: never) => Message)
/** The texts of one domain, by code. */
export type Messages = Record<string, Text>

/** The parameters of a text; an empty object when it has none. */
export type ParamsOf<T> = T extends (params: infer P) => unknown ? P : object

/** The message of a text with its parameters; further properties of `params` are ignored. */
export const fillIn = (text: Text, params: object): Message =>
  typeof text === 'function' ? text(params as never) : text

export const formatMinutes = (minutes: number) => (minutes > 1 ? `${minutes} minutes` : 'a minute')

type Sentence = string | ((params: never) => string)
/** Sentences that columns store as codes, by code. */
export type Sentences = Record<string, Sentence>
type Flat<T> = { [K in keyof T]: T[K] }
/** What a column stores in place of a sentence: the code with its parameters. */
export type Coded<T extends Sentences> = {
  [K in keyof T & string]: Flat<{ code: K } & ParamsOf<T[K]>>
}[keyof T & string]

/** The sentence of a code; the code itself when this release has no sentence for it, because a newer one stored it. */
export function formatCoded<T extends Sentences>(texts: T, coded: Coded<T>): string {
  const text: Sentence = texts[coded.code] ?? coded.code
  return typeof text === 'function' ? text(coded as never) : text
}
