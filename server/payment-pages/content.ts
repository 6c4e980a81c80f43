import { randomInt } from 'node:crypto'
import type { Input } from '#contract/kit/call.ts'
import type { createPaymentPage } from '#contract/payment-pages.ts'
import { paymentPageFields } from '#contract/payment-page-fields.ts'
import { valueAt, type Field } from '#contract/kit/fields.ts'
import { emptyContent } from '#contract/payment-page-content.ts'
import type { KeptPageContent } from '#server/db/kept-page.ts'

export const contentNames = Object.keys(emptyContent) as (keyof KeptPageContent)[]

type Body = Partial<Input<typeof createPaymentPage>['body']>

/** The content that a request leaves behind: what it says of each part, else what was there. New fields get their ids. */
export function contentOf(body: object, before: KeptPageContent = emptyContent): KeptPageContent {
  const said = contentNames.flatMap((name) => {
    const { at = name }: Field = paymentPageFields[name]
    const value = valueAt(body, at)
    return value === undefined ? [] : [[name, value] as const]
  })
  const content: KeptPageContent = { ...before, ...(Object.fromEntries(said) as Partial<KeptPageContent>) }
  return { ...content, custom_fields: withIds(content.custom_fields) }
}

/** Ids are the server's own, unless the page had them: a renamed field keeps its answers. */
function withIds(fields: KeptPageContent['custom_fields']): KeptPageContent['custom_fields'] {
  const known = new Set(fields.flatMap(({ id }) => (id ? [id] : [])))
  return fields.map((field) => {
    if (field.id) return field
    let id = newFieldId()
    while (known.has(id)) id = newFieldId()
    known.add(id)
    return { ...field, id }
  })
}
const newFieldId = () =>
  `f${randomInt(36 ** 7)
    .toString(36)
    .padStart(7, '0')}`

/** Where a message or redirect follows is said by the address alone, when the request leaves it out. */
export const afterPayment = (body: Body, content: KeptPageContent): KeptPageContent =>
  body.after_payment === undefined && body.success_url !== undefined
    ? { ...content, after_payment: body.success_url ? 'redirect' : 'message' }
    : content
