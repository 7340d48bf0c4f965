/** The current text of a form's field. */
export function typedIn(form: HTMLFormElement | null, name: string) {
  const value = form && new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
