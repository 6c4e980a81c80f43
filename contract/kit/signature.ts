/**
 * The canonical message of a signature: the parameters sorted by name, form-urlencoded like Go and Python (space
 * `+`, `~` bare, `*` escaped) and joined by `&`. We sign only this form; the other variants are accepted in requests.
 *
 * Names are ASCII. Values are text already: an amount is its shortest exact decimal ('100', '0.1'), never a number.
 * Throws URIError for text that is no Unicode (a lone surrogate), which no other language could have signed.
 */
export function canonicalMessage(params: Readonly<Record<string, string>>): string {
  return signatureMessage(params, 'canonical')
}

/** {@link canonicalMessage}, or the same parameters in the encoding of another language. */
export function signatureMessage(params: Readonly<Record<string, string>>, variant: SignatureVariant): string {
  const encode = signatureVariants[variant]
  return Object.keys(params)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => `${encode(name)}=${encode(params[name] ?? '')}`)
    .join('&')
}

/**
 * The encodings of merchants' servers: Go and Python, JavaScript's URLSearchParams, PHP's http_build_query, and
 * encodeURIComponent of an old SDK. All decode to the same parameters, so that no two sets of parameters have the
 * same message, within a variant or across variants.
 */
export const signatureVariants = {
  canonical: (text: string) => escape(encodeURIComponent(text), /[!'()*]/g).replaceAll('%20', '+'),
  javascript: (text: string) => escape(encodeURIComponent(text), /[!'()~]/g).replaceAll('%20', '+'),
  php: (text: string) => escape(encodeURIComponent(text), /[!'()*~]/g).replaceAll('%20', '+'),
  percent20: (text: string) => encodeURIComponent(text),
} as const

export type SignatureVariant = keyof typeof signatureVariants

const escape = (encoded: string, marks: RegExp) =>
  encoded.replace(marks, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
