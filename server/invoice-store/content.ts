import { emptyContent, type InvoiceContent } from '#contract/invoice-content.ts'
import { invoiceFields } from '#contract/invoice-fields.ts'
import { valueAt, type Field } from '#contract/kit/fields.ts'

const contentNames = Object.keys(emptyContent) as (keyof InvoiceContent)[]

/** The content that a request leaves behind: what it says of each part, else what was there. */
export function contentOf(body: object, before: InvoiceContent): InvoiceContent {
  const said = contentNames.flatMap((name) => {
    const { at = name }: Field = invoiceFields[name]
    const value = valueAt(body, at)
    return value === undefined ? [] : [[name, withoutBlanks(value)] as const]
  })
  return { ...before, ...(Object.fromEntries(said) as Partial<InvoiceContent>) }
}

/** An empty text within a part says nothing, so that filled-in forms of the same invoice are the same. */
function withoutBlanks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBlanks)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== '' && part !== undefined)
      .map(([name, part]) => [name, withoutBlanks(part)]),
  )
}
