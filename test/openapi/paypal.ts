import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import { z } from 'zod'

const Operation = z.object({ requestBody: z.unknown().optional(), responses: z.record(z.string(), z.unknown()) })
const Document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), Operation)) })
const documents = z
  .object({
    orders: Document,
    payments: Document,
    webhooks: Document,
    referrals: Document,
    integrations: Document,
  })
  .parse(JSON.parse(readFileSync(new URL('paypal.json', import.meta.url), 'utf8')))

/** The formats of the documents are PayPal's own, and some of their patterns are older than Unicode's. */
const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false, logger: false })
for (const [name, document] of Object.entries(documents)) ajv.addSchema(document, name)
const kept = new Map<string, ValidateFunction>()
const at = (name: string, ...path: string[]): ValidateFunction => {
  const $ref = `${name}#/${path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
  const validate = kept.get($ref) ?? ajv.compile({ $ref })
  kept.set($ref, validate)
  return validate
}

/** A request and its answer, as they went over the wire. */
export interface Exchanged {
  method: string
  /** Without the query. */
  path: string
  status: number
  sent: string
  answered: string
}

/** What of an exchange is not as PayPal's published documents have it; null for an operation that they do not have. */
export function faultsOf({ method, path, status, sent, answered }: Exchanged): string[] | null {
  for (const [name, { paths }] of Object.entries(documents)) {
    for (const [template, operations] of Object.entries(paths)) {
      const operation = operations[method.toLowerCase()]
      if (!operation || !new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)) continue
      const here = ['paths', template, method.toLowerCase()]
      const body =
        operation.requestBody === undefined
          ? undefined
          : at(name, ...here, 'requestBody', 'content', 'application/json', 'schema')
      return [
        ...(body && sent !== '' ? against(`${method} ${path}`, body, sent) : []),
        ...answerFaults({ name, here, responses: operation.responses, status, answered }).map(
          (fault) => `${method} ${path} ${fault}`,
        ),
      ]
    }
  }
  return null
}

function answerFaults(of: {
  name: string
  here: string[]
  responses: { [status: string]: unknown }
  status: number
  answered: string
}): string[] {
  const { name, here, responses, status, answered } = of
  const published = Object.hasOwn(responses, String(status)) ? String(status) : null
  if (published === null) {
    // A status for all errors stands for those that have no schema of their own.
    return status >= 400 && Object.hasOwn(responses, 'default') ? [] : [`answers ${status}, which is not published`]
  }
  const response = responses[published]
  if (typeof response !== 'object' || response === null || !('content' in response)) return []
  const schema = at(name, ...here, 'responses', published, 'content', 'application/json', 'schema')
  return against(String(status), schema, answered)
}

function against(what: string, validate: ValidateFunction, text: string): string[] {
  if (validate(JSON.parse(text))) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${what}: ${instancePath} ${message}`)
}

/** Every issue code of the operations that a payment needs. */
export function publishedIssues(): string[] {
  const found = new Set<string>()
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const issue = Issue.safeParse(value)
    if (issue.success) for (const code of issue.data.properties.issue.enum) found.add(code)
    for (const inner of Object.values(value)) walk(inner)
  }
  walk([documents.orders, documents.payments, documents.webhooks])
  return [...found].sort()
}
const Issue = z.object({ properties: z.object({ issue: z.object({ enum: z.array(z.string()) }) }) })

/** Whether an event has the published form. */
export const eventFaults = (body: string): string[] =>
  against('event', at('webhooks', 'components', 'schemas', 'event'), body)
