import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

type Content = { content?: { 'application/json': { schema: AnySchemaObject } } }
type Operation = { requestBody?: Content; responses: Record<string, Content> }
export type ApiDocument = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, AnySchemaObject> }
}

/**
 * Validates requests and answers against an OpenAPI document; an operation or answer that it does not name is an error.
 */
export function openApiDocument(document: ApiDocument) {
  const ajv = new Ajv2020({ strict: false, logger: false })
  formats.default(ajv)
  ajv.addSchema(document, 'api')

  function check(value: unknown, part: Content | undefined, pointer: string[], what: string) {
    if (!part?.content) throw new Error(`${what} is not described`)
    const steps = [...pointer, 'content', 'application/json', 'schema']
    const path = steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
    const validate = ajv.compile({ $ref: `api#/${encodeURI(path)}` })
    if (!validate(value)) throw new Error(`${what}: ${ajv.errorsText(validate.errors)}`)
  }

  return {
    operations: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    ),
    checkRequest(method: string, path: string, body: unknown) {
      const at = ['paths', path, method.toLowerCase()]
      const operation = document.paths[path]?.[method.toLowerCase()]
      check(body, operation?.requestBody, [...at, 'requestBody'], `the body of ${method} ${path}`)
    },
    checkResponse(method: string, path: string, status: number, body: unknown) {
      const at = ['paths', path, method.toLowerCase()]
      const operation = document.paths[path]?.[method.toLowerCase()]
      const response = operation?.responses[status]
      const what = `the answer ${status} of ${method} ${path}`
      check(body, response, [...at, 'responses', String(status)], what)
    },
  }
}
