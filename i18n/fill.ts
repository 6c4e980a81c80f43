/** What stands for the `{names}` in a text. */
export type Values = Readonly<Record<string, string | number>>

/**
 * A text with its `{names}` filled in.
 * @throws RangeError for a name without a value: that is a defect.
 */
export const fill = (text: string, values: Values): string =>
  text.replaceAll(placeholder, (_whole, name: string) => valueOf(name, values))

/** A text in pieces, each its own words or the value of a name. */
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
