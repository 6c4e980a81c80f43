/** An element: its qualified name, attributes and content. What has no content is left out, so no element is ever empty. */
export interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  content: string | readonly Element[]
}
type Content = string | null | undefined | false | readonly (Element | null | undefined | false)[]

/** An element, or null where its content is empty. */
export function element(
  name: string,
  content: Content,
  attributes: Readonly<Record<string, string>> = {},
): Element | null {
  if (content === null || content === undefined || content === false || content === '') return null
  if (typeof content === 'string') return { name, attributes, content }
  const inner = content.filter((one) => one !== null && one !== undefined && one !== false)
  return inner.length > 0 ? { name, attributes, content: inner } : null
}

/** An element that a schema wants to be there without content. */
export const emptyElement = (name: string): Element => ({ name, attributes: {}, content: '' })

/** A whole document: UTF-8 without a byte order mark. */
export const xmlDocument = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}`

function written({ name, attributes, content }: Element, indent: string): string {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  const open = `${indent}<${name}${said.join('')}>`
  if (typeof content === 'string') return `${open}${escapeXml(content)}</${name}>\n`
  return `${open}\n${content.map((inner) => written(inner, `${indent}  `)).join('')}${indent}</${name}>\n`
}

/** Text as content or as the value of an attribute. What XML 1.0 cannot carry was refused when it was entered. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
