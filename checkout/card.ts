import type { ScriptTexts } from './texts.ts'
import type { CardBrand } from './view.ts'

/** What is wrong with a field: a key of the texts for it. */
export type FieldFault = keyof ScriptTexts['fields']

/** The digits of a typed or pasted text, as western digits for any keyboard. */
export const digitsOf = (text: string): string =>
  // The last four bits of each of these digits are its value.
  text
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\D/g, '')

/** The brand that a number, whole or only begun, belongs to; undefined while it could be several or is none known. */
export const brandOf = (digits: string): CardBrand | undefined =>
  (Object.keys(brands) as CardBrand[]).find((brand) => brands[brand].begins.test(digits))

/** How many digits each group has when a number of this brand is shown: 4-6-5 for American Express, else fours. */
export const groupsOf = (brand: CardBrand | undefined): readonly number[] =>
  brand === 'amex' ? [4, 6, 5] : brand === 'diners' ? [4, 6, 4] : [4, 4, 4, 4, 3]

/** The digits of the security code: four on American Express, else three. */
export const cvcLengthOf = (brand: CardBrand | undefined): 3 | 4 => (brand === 'amex' ? 4 : 3)

/** The most digits that a number of this brand has. */
export const longestOf = (brand: CardBrand | undefined): number => (brand ? Math.max(...brands[brand].lengths) : 19)

/** What is wrong with a card number that is to be paid with; `accepted` are the brands that the provider takes. */
export function numberFault(digits: string, accepted: readonly CardBrand[]): FieldFault | undefined {
  if (!digits) return 'numberMissing'
  const brand = brandOf(digits)
  const lengths = brand ? brands[brand].lengths : [12, 13, 14, 15, 16, 17, 18, 19]
  if (digits.length < Math.min(...lengths)) return 'numberIncomplete'
  // Longer numbers than the usual 16 digits exist, but a wrong digit is likelier than a missing one.
  const usual = Math.min(16, Math.max(...lengths))
  if (!passesLuhn(digits)) return digits.length < usual ? 'numberIncomplete' : 'numberInvalid'
  if (!brand || !accepted.includes(brand)) return 'brandNotAccepted'
  return lengths.includes(digits.length) ? undefined : 'numberIncomplete'
}

/** Whether the check digit holds: ISO/IEC 7812-1, annex B. */
export function passesLuhn(digits: string): boolean {
  const sum = digits
    .split('')
    .reverse()
    .reduce((total, digit, index) => total + weighed(Number(digit), index), 0)
  return sum % 10 === 0
}
function weighed(digit: number, indexFromRight: number): number {
  if (indexFromRight % 2 === 0) return digit
  return digit > 4 ? digit * 2 - 9 : digit * 2
}

/** Month 1–12 and full year of 'MM/YY' or 'MM/YYYY', or null; the month need not exist. */
export function expiryOf(text: string): { month: number; year: number } | null {
  const digits = digitsOf(text)
  if (digits.length !== 4 && digits.length !== 6) return null
  const year = Number(digits.slice(2))
  return { month: Number(digits.slice(0, 2)), year: digits.length === 4 ? 2000 + year : year }
}

/** A card is good to the end of its month everywhere on earth, which is 12 hours after the month ends in UTC. */
export function expiryFault(text: string, now: Date): FieldFault | undefined {
  if (!digitsOf(text)) return 'expiryMissing'
  const expiry = expiryOf(text)
  if (!expiry) return 'expiryIncomplete'
  if (expiry.month < 1 || expiry.month > 12 || expiry.year > now.getUTCFullYear() + 30) return 'expiryInvalid'
  return Date.UTC(expiry.year, expiry.month, 1, 12) > now.getTime() ? undefined : 'expiryPast'
}

export function cvcFault(text: string, brand: CardBrand | undefined): FieldFault | undefined {
  const { length } = digitsOf(text)
  if (length === 0) return 'cvcMissing'
  if (length === cvcLengthOf(brand)) return undefined
  return cvcLengthOf(brand) === 4 ? 'cvcFour' : 'cvcThree'
}

export function holderFault(text: string): FieldFault | undefined {
  const { length } = text.trim()
  if (length === 0) return 'holderMissing'
  return length > 120 ? 'holderLong' : undefined
}

/** May be left empty; the server has the last word on what is an address. */
export const emailFault = (text: string): FieldFault | undefined =>
  text.trim() === '' || /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text.trim()) ? undefined : 'emailInvalid'

export function phoneFault(text: string): FieldFault | undefined {
  if (!text.trim()) return 'phoneMissing'
  return /^\+?[0-9][0-9 ().-]{4,30}$/.test(text.trim()) ? undefined : 'phoneInvalid'
}

export function upiFault(text: string): FieldFault | undefined {
  if (!text.trim()) return 'upiMissing'
  return /^[\w.-]+@[\w.-]+$/.test(text.trim()) ? undefined : 'upiInvalid'
}

/** The ranges of the brands, by the first digits (ISO/IEC 7812 registrations as the networks publish them). */
const brands: Record<CardBrand, { begins: RegExp; lengths: readonly number[] }> = {
  visa: { begins: /^4/, lengths: [13, 16, 19] },
  mastercard: { begins: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  amex: { begins: /^3[47]/, lengths: [15] },
  jcb: { begins: /^35(2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  diners: { begins: /^3(0[0-5]|[689])/, lengths: [14, 16, 19] },
  discover: { begins: /^(6011|64[4-9]|65)/, lengths: [16, 19] },
  unionpay: { begins: /^62/, lengths: [16, 17, 18, 19] },
}
