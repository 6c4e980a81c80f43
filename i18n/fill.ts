/** The values of a text's placeholders. */
export type Values = Readonly<Record<string, string | number>>

/**
 * Fills in the placeholders of a text.
 * @throws RangeError for a placeholder without a value.
 */
export const fill = (text: string, values: Values): string =>
  text.replaceAll(placeholder, (_whole, name: string) => valueOf(name, values))

/** A text in pieces; `filled` pieces are the values of placeholders. */
export const pieces = (text: string, values: Values): { text: string; filled: boolean }[] =>
  text
    .split(placeholder)
    .map((part, index) =>
      index % 2 === 0 ? { text: part, filled: false } : { text: valueOf(part, values), filled: true },
    )

const placeholder = /\{(\w+)\}/g

function valueOf(name: string, values: Values): string {
  const value = values[name]
  if (value === undefined) throw new RangeError(`no value for {${name}}`)
  return String(value)
}
