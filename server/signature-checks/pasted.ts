/** What was pasted: its parameters in their order, and the text itself where it is one that could have been signed. */
export interface Pasted {
  params: readonly (readonly [name: string, value: string])[]
  /** Empty for JSON. */
  text: string
}

/** The fields of a signature itself, which it does not cover. */
const ofSignature = new Set(['signature_hash', 'signature'])
/** Names under which requests carry what is signed as another one. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['chaipay_key', 'client_key'],
  ['portone_key', 'client_key'],
])

/** Reads a JSON object, a web address with a query, or a query. What is nested in JSON is never signed, so it is left out. */
export function readPasted(text: string, names: readonly string[]): Pasted {
  const trimmed = text.trim()
  const named = (pairs: (readonly [string, string])[]) =>
    pairs
      .filter(([name]) => !ofSignature.has(name))
      .map(([name, value]): [string, string] => [names.includes(name) ? name : (aliases.get(name) ?? name), value])
  if (trimmed.startsWith('{')) return { params: named(fieldsOf(trimmed)), text: '' }
  const query = /^https?:\/\//.test(trimmed) ? trimmed.split('#')[0]?.split('?').slice(1).join('?') : trimmed
  const parts = (query ?? '').split('&').filter((part) => part !== '')
  const pairs = parts.map((part): [string, string] => {
    const at = part.indexOf('=')
    return at < 0 ? [decoded(part), ''] : [decoded(part.slice(0, at)), decoded(part.slice(at + 1))]
  })
  const kept = parts.filter((_, at) => !ofSignature.has(pairs[at]?.[0] ?? ''))
  return { params: named(pairs), text: kept.join('&') }
}

/** The fields of a JSON object as texts, a number as it is written. */
function fieldsOf(text: string): [string, string][] {
  /** Numbers as they are written, by the object that they stand in. */
  const literals = new WeakMap<object, Map<string, string>>()
  let value: unknown
  try {
    value = JSON.parse(text, function (this: object, key, one: unknown, context?: { source?: string }) {
      if (typeof one === 'number' && context?.source !== undefined)
        literals.set(this, (literals.get(this) ?? new Map<string, string>()).set(key, context.source))
      return one
    })
  } catch {
    return []
  }
  return Object.entries(value as Record<string, unknown>).flatMap(([name, one]): [string, string][] => {
    if (typeof one === 'string') return [[name, one]]
    if (typeof one === 'number') return [[name, literals.get(value as object)?.get(name) ?? String(one)]]
    return typeof one === 'boolean' ? [[name, String(one)]] : []
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
