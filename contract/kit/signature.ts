/**
 * The text that a signature covers: the parameters sorted by name, form-urlencoded as Go and Python do it (space `+`,
 * `~` bare, `*` escaped) and joined by `&`. The one way we sign; the other ways are only understood.
 *
 * Names are ASCII. Values are text already: an amount is its shortest exact decimal ('100', '0.1'), never a number.
 * Throws URIError for text that is no Unicode (a lone surrogate), which no other language could have signed.
 */
export function canonicalMessage(params: Readonly<Record<string, string>>): string {
  return signatureMessage(params, 'canonical')
}

/** {@link canonicalMessage}, or the same text as another language's usual encoder writes it. */
export function signatureMessage(params: Readonly<Record<string, string>>, variant: SignatureVariant): string {
  const encode = signatureVariants[variant]
  return Object.keys(params)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => `${encode(name)}=${encode(params[name] ?? '')}`)
    .join('&')
}

/**
 * How merchants' servers encode what they sign: Go and Python, JavaScript's URLSearchParams, PHP's http_build_query, and
 * encodeURIComponent of an old SDK. All of them decode alike, so that no two sets of parameters share a text, within a
 * variant or across them.
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
