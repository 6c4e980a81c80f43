/**
 * Why an SVG is refused before any parser reads it, or null. It must be self-contained: no script, no other document,
 * no entity, no external address. This check is the first line of defence; the renderer fetches nothing either.
 */
export function refusalOfSvg(bytes: Uint8Array): string | null {
  if (bytes.length > mostBytes) return 'too large for a drawing'
  const text = decoded(bytes)
  if (text === null) return 'not UTF-8'
  const found = refused.find(([, pattern]) => pattern.test(text))
  if (found) return found[0]
  // Elements that reference others can nest: a small file could ask for years of work.
  if ((text.match(/<(?:\w+:)?use\b/gi) ?? []).length > mostUses) return 'too many repetitions'
  return addressesOf(text).every((address) => /^(#|data:image\/(png|jpeg);base64,)/i.test(address.trim()))
    ? null
    : 'an address outside'
}

const mostBytes = 512 * 1024
const mostUses = 100

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const refused: readonly [string, RegExp][] = [
  ['a NUL', /\0/],
  ['an entity or a document type of its own', /<!ENTITY|<!DOCTYPE[^>]*\[/i],
  ['an instruction', /<\?(?!xml\s)/i],
  [
    'an element that is not for drawing',
    /<\s*(?:[\w-]+:)?(script|foreignObject|iframe|object|embed|handler|listener|audio|video|a|animate\w*|set)\b/i,
  ],
  ['a script on an attribute', /[\s/"']on[a-z]+\s*=/i],
  ['a script in an address', /(java|vb)script\s*:/i],
  ['a style from outside', /@import|expression\s*\(|-moz-binding/i],
  ['a base for addresses', /xml:base\s*=/i],
]

/** Every address in attributes and styles; an escaped character counts as an external address. */
function addressesOf(text: string): string[] {
  const attributes = [...text.matchAll(/(?:^|[\s"'/:])(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*))/gi)]
  const styles = [...text.matchAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|&quot;(.*?)&quot;|([^)]*))/gi)]
  return [...attributes, ...styles].map((match) => match.slice(1).find((value) => value !== undefined) ?? '')
}
