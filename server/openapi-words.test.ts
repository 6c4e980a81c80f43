import { describe, expect, it } from 'vitest'
import { roles } from '#contract/access.ts'
import { allCalls } from '#contract/contract.ts'
import { faults } from '#contract/faults.ts'
import { refKinds } from '#contract/kit/refs.ts'
import { merchantStatuses } from '#contract/merchants.ts'
import { paymentLinkStates } from '#contract/payment-link-states.ts'
import { paymentStates } from '#contract/payment-states.ts'
import { refundReasons, refundStates } from '#contract/refunds.ts'
import { refundSheetColumns } from '#contract/refund-batches.ts'
import { webhookTypes } from '#contract/webhooks.ts'
import { defaultLanguage, languageTags, type Language } from '#i18n/languages.ts'
import { openApi } from './openapi.ts'
import { openTestApp } from '#test/test-app.ts'
import { languageOfArea, textsOf } from './kit/texts.ts'

interface Schema {
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
}
interface Described {
  operationId: string
  summary: string
  description: string
  parameters: { name: string; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
  'x-server'?: true
  'x-key-scope'?: string
}
const operationsIn = (language: Language) =>
  Object.values((openApi(language) as { paths: Record<string, Record<string, Described>> }).paths).flatMap((methods) =>
    Object.values(methods),
  )
const english = operationsIn(defaultLanguage)
const texts = textsOf('reference')
const names = allCalls().map(({ name }) => name)

/** The fields of a schema with their paths, and the values that it lists. */
function partsOf(schema: Schema | undefined, above = ''): { fields: Map<string, Schema>; values: string[] } {
  const fields = new Map<string, Schema>()
  const values: string[] = []
  const take = (one: Schema | undefined, path: string) => {
    const inner = partsOf(one, path)
    inner.fields.forEach((field, name) => fields.set(name, field))
    values.push(...inner.values)
  }
  for (const [name, field] of Object.entries(schema?.properties ?? {})) {
    fields.set(above + name, field)
    take(field, `${above}${name}.`)
  }
  const { items, additionalProperties: more, anyOf = [], oneOf = [] } = schema ?? {}
  for (const one of [items, typeof more === 'object' ? more : undefined, ...anyOf, ...oneOf]) if (one) take(one, above)
  values.push(...[schema?.const, ...(schema?.enum ?? [])].filter((value) => typeof value === 'string'))
  return { fields, values }
}
const bodiesOf = ({ requestBody, responses }: Described) =>
  [requestBody?.content, responses['200']?.content].flatMap((content) =>
    Object.values(content ?? {}).map(({ schema }) => schema),
  )

/** Names and codes of a call: its fields with their paths, its parameters, the values and errors that it can have. */
function codesOf(operation: Described): Set<string> {
  const parts = [
    ...bodiesOf(operation).map((schema) => partsOf(schema)),
    ...operation.parameters.map((parameter) => partsOf(parameter.schema)),
  ]
  const paths = [...parts.flatMap(({ fields }) => [...fields.keys()]), ...operation.parameters.map(({ name }) => name)]
  const reasons = Object.values(operation.responses).flatMap(({ description }) => description.split(', '))
  return new Set([...paths, ...paths.map(lastOf), ...parts.flatMap(({ values }) => values), ...reasons])
}
const lastOf = (path: string) => path.slice(path.lastIndexOf('.') + 1)

/** What stands between backticks in the texts of a call. */
function spansOf(operation: Described): string[] {
  const schemas = bodiesOf(operation).flatMap((schema) => [...partsOf(schema).fields.values()])
  const described = [operation, ...operation.parameters, ...schemas].map(({ description = '' }) => description)
  return described.flatMap((text) => [...text.matchAll(/`([^`]*)`/g)].map(([, span = '']) => span))
}

/** Names and codes that texts may use anywhere: calls, states, and what the calls of a shop's server have. */
const everywhere = new Set<string>([
  ...names,
  ...roles,
  ...webhookTypes,
  ...paymentStates.states,
  ...paymentLinkStates.states,
  ...refundStates.states,
  ...refundReasons,
  ...refundSheetColumns,
  ...merchantStatuses,
  ...english.filter((operation) => operation['x-server']).flatMap((operation) => [...codesOf(operation)]),
  faults.stepUpRequired.reason,
  ...english.flatMap((operation) => operation['x-key-scope'] ?? []),
])
/** Names of other standards, of webhooks and of reason keys, and examples of values. */
const outside = [
  'webhook-id', 'sub', 'navigator.credentials.get', 'navigator.credentials.create', 'Asia/Singapore', 'GRABPAY', '125.50',
  'factur-x.xml', 'default', 'timeout', 'MANAGED', 'CROSS_BORDER', 'OWNED', '_sc', '_bc', '_dc',
  'webhook-timestamp', 'Authorization', 'test: true',
] // prettier-ignore
describe.each(languageTags.filter((language) => languageOfArea('reference', language) === language))(
  'the words of the reference in %s',
  (language) => {
    const operations = operationsIn(language)

    it('are there for each call, domain and kind of reference, and for nothing else', () => {
      const { calls, domains, refs } = texts[language]
      expect(Object.keys(calls).toSorted()).toEqual(names.toSorted())
      expect(Object.keys(domains).toSorted()).toEqual([...new Set(allCalls().map(({ domain }) => domain))].toSorted())
      expect(Object.keys(refs).toSorted()).toEqual(Object.keys(refKinds).toSorted())
      for (const { title, text } of Object.values(calls)) {
        expect(title).not.toMatch(/[`.]/)
        for (const paragraph of text) expect(paragraph).toMatch(/[.؟]$/)
      }
      const titles = Object.values(calls).map(({ title }) => title)
      expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
    })

    it('name no call, field, value or error that the call does not have', () => {
      const unknown = operations.flatMap((operation) => {
        const known = codesOf(operation)
        return spansOf(operation)
          .filter((span) => !known.has(span) && !everywhere.has(span) && !outside.includes(span))
          .map((span) => `${operation.operationId}: ${span}`)
      })
      expect([...new Set(unknown)]).toEqual([])
    })

    it('name the same codes as the English ones, text by text', () => {
      const different = operations.flatMap((operation, at) => {
        const like = english[at]
        return like && String(spansOf(operation).toSorted()) === String(spansOf(like).toSorted())
          ? []
          : [operation.operationId]
      })
      expect(different).toEqual([])
    })

    it("describe each field of the calls of a shop's server", () => {
      const bare = operations
        .filter((operation) => operation['x-server'])
        .flatMap((operation) => [
          ...operation.parameters.map(({ name, description }) => [`${operation.operationId} ${name}`, description]),
          ...bodiesOf(operation).flatMap((schema) =>
            [...partsOf(schema).fields].map(([path, { description }]) => [
              `${operation.operationId} ${path}`,
              description,
            ]),
          ),
        ])
        .flatMap(([field = '', description]) =>
          description || / (status_code|content|data)$/.test(field) ? [] : [field],
        )
      expect(bare).toEqual([])
    })

    it('describe no field that is not there', () => {
      const fieldsIn = (operation: Described) => {
        const paths = bodiesOf(operation).flatMap((schema) => [...partsOf(schema).fields.keys()])
        return [...paths, ...operation.parameters.map(({ name }) => name)]
      }
      const all = new Set(english.flatMap(fieldsIn).map(lastOf))
      expect(Object.keys(texts[language].fields).filter((name) => !all.has(name))).toEqual([])
      const own = english.flatMap((operation) => {
        const { fields = {} } = texts[language].calls[operation.operationId as 'signIn'] as { fields?: object }
        const paths = fieldsIn(operation)
        const known = new Set([...paths, ...paths.map(lastOf)])
        return Object.keys(fields).flatMap((field) => (known.has(field) ? [] : [`${operation.operationId} ${field}`]))
      })
      expect(own).toEqual([])
    })
  },
)

it('the document comes in the language that the request prefers', async () => {
  const { app, close } = await openTestApp()
  const ask = (language: string) =>
    app.inject({ url: '/gateway/openapi.json', headers: { 'accept-language': language } })
  const document = await ask('ar-EG,ar;q=0.9,en;q=0.5')
  expect(document.headers).toMatchObject({ 'content-language': 'ar', vary: 'accept-encoding, accept-language' })
  expect(document.body).toContain(texts.ar.calls.createPaymentLink.title)
  for (const other of ['de', 'fr']) {
    expect((await ask(other)).headers['content-language'], other).toBe(defaultLanguage)
    expect((await ask(other)).json(), other).toEqual(openApi())
  }
  await close()
})
