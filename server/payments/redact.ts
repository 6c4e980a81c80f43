/**
 * A provider's call-back without its secrets, the shopper's private data and digits that could be a card number. A body
 * that is not JSON is not kept, since its fields cannot be recognised.
 */
export function redacted(body: string): string {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return ''
  }
  if (parsed === null || typeof parsed !== 'object') return ''
  const text = JSON.stringify(parsed, (name, value: unknown) => {
    if (value !== null && typeof value === 'object') return value
    if (secretName.test(name) && value !== null && value !== '') return mark
    if (typeof value === 'number' && value > 1e12) return mark
    return typeof value === 'string' ? value.replaceAll(cardNumber, mark) : value
  })
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text
}

const mark = '•••'
const secretName =
  /token|secret|password|authori[sz]ation|signature|^(?:pan|cvc|cvv|number)$|url$|phone|e?mail|^(?:holder|payer|payer_name|name|reference|qr|code_shown)$/i
/** A run of digits as long as a card's number, grouped or not. */
const cardNumber = /\b\d(?:[ -]?\d){12,18}\b/g
const mostCharacters = 8_000
