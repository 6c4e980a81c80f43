import type { PagePayment } from '#contract/page-orders.ts'

/** A field of a page that any of its versions asked. */
export interface AskedField {
  id: string
  title: string
  type: string
}

/** An answer that narrows the list of payments. */
export interface Answer {
  field: string
  value: string
}

/** The column of a field; no column of the list itself has such a name. */
export const columnOf = (id: string): string => `field.${id}`

/** An answer as a query parameter: the field, a colon and the value. */
export const writeAnswer = ({ field, value }: Answer): string => `${field}:${value}`

/** Reads such a parameter; undefined for what is none. */
export function readAnswer(text = ''): Answer | undefined {
  const at = text.indexOf(':')
  return at > 0 && at < text.length - 1 ? { field: text.slice(0, at), value: text.slice(at + 1) } : undefined
}

/** The answer to a field as text, empty for none; `yes` is the word for a tick. */
export function answerText({ fields }: Pick<PagePayment, 'fields'>, id: string, yes: string): string {
  const answer = fields[id]
  return answer === true || answer === 'true' ? yes : typeof answer === 'string' ? answer : ''
}
