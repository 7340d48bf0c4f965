/**
 * The address of a list names what it is narrowed by: a field that was left empty is no part of it. Of a form that says
 * so (`data-lean`), before the scripts came and after. Its text is sent (lazy-scripts.server.ts): it knows nothing but
 * the browser. Checked by: tests/e2e/everybody/first-acts.spec.ts.
 */
export function dropEmpty() {
  addEventListener('formdata', ({ target, formData }) => {
    const fields = (target as Element).matches('[data-lean]') ? [...formData] : []
    for (const [name, value] of fields) if (!value) formData.delete(name)
  })
}
