import { type Markup, markup } from '../markup.ts'

/**
 * A text with its `{names}` filled in. Each value is kept from changing the order of the words around it, whichever way
 * its own letters run. A name without a value is a defect.
 */
export function filled(text: string, values: Values): Markup {
  return markup`${text.split(/(\{\w+\})/).map((part) => {
    const name = nameIn(part)
    return name ? markup`<bdi>${valueOf(name, values)}</bdi>` : part
  })}`
}

/** The same where no markup can stand, as in a document's title. */
export const filledText = (text: string, values: Values): string =>
  text.replace(/\{\w+\}/g, (part) => valueOf(nameIn(part) ?? '', values))

type Values = Readonly<Record<string, string>>

const nameIn = (part: string): string | undefined => /^\{(\w+)\}$/.exec(part)?.[1]

function valueOf(name: string, values: Values): string {
  const value = values[name]
  if (value === undefined) throw new RangeError(`no value for {${name}}`)
  return value
}
