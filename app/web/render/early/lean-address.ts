/**
 * Drops empty fields of a form with `data-lean` when it is sent, so that the address of a list names only the filters
 * that are set, before and after the scripts load. Sent as text (lazy-scripts.server.ts), so it uses only what the
 * browser provides. Checked by: tests/e2e/everybody/first-acts.spec.ts.
 */
export function dropEmpty() {
  addEventListener('formdata', ({ target, formData }) => {
    const fields = (target as Element).matches('[data-lean]') ? [...formData] : []
    for (const [name, value] of fields) if (!value) formData.delete(name)
  })
}
