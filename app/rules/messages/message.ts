/** What is said to a person. */
export type Message = { title: string; description?: string }
/** For messages that differ in their description only. */
export const titled = (title: string) => (description: string) => ({ title, description })
/** The message of what went wrong where the sentence alone tells it. */
export const error = titled('Error')
/** A message as it stands, or one that names something: the type of what it names stands where it is written. */
type Text = Message | ((params: never) => Message)
/** The texts of one domain, by the code of what there is to say. */
export type Messages = Record<string, Text>

/** What a text has to be given; an empty object where it names nothing. */
export type ParamsOf<T> = T extends (params: infer P) => unknown ? P : object

/** The message of a text with its parameters; what else they hold is left alone. */
export const fillIn = (text: Text, params: object): Message =>
  typeof text === 'function' ? text(params as never) : text

export const formatMinutes = (minutes: number) => (minutes > 1 ? `${minutes} minutes` : 'a minute')

type Sentence = string | ((params: never) => string)
/** Sentences that columns keep as codes, by the code. */
export type Sentences = Record<string, Sentence>
type Flat<T> = { [K in keyof T]: T[K] }
/** What a column keeps in place of a sentence: its code, with what it names. */
export type Coded<T extends Sentences> = {
  [K in keyof T & string]: Flat<{ code: K } & ParamsOf<T[K]>>
}[keyof T & string]

/** The sentence of a code; the code itself where a newer release has written it. */
export function formatCoded<T extends Sentences>(texts: T, coded: Coded<T>): string {
  const text: Sentence = texts[coded.code] ?? coded.code
  return typeof text === 'function' ? text(coded as never) : text
}
