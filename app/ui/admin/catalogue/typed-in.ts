/** What stands in a text field of a form now. */
export function typedIn(form: HTMLFormElement | null, name: string) {
  const value = form && new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
