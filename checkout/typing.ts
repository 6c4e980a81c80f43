import { digitsOf } from './card.ts'

/** What stands in a field and where the caret is in it. */
export interface Typed {
  value: string
  caret: number
}

/**
 * A card number in groups, the caret behind the same digit as before: typing, deleting and pasting in the middle stay
 * where they are. Beyond `longest` digits nothing is taken.
 */
export function groupedNumber(typed: Typed, groups: readonly number[], longest: number): Typed {
  return retyped(typed, inGroups(digitsOf(typed.value).slice(0, longest), groups), 0)
}

/**
 * An expiry date as MM/YY while it is typed: 5 → 05/, 12 → 12/, 1/ → 01/; a year of four digits is shortened. Deleting
 * leaves the slash alone, so that it can be deleted too.
 */
export function expiryTyped(typed: Typed, { deleting }: { deleting: boolean }): Typed {
  const digits = monthFirst(typed.value)
  const text =
    digits.length < 2 || (digits.length === 2 && deleting)
      ? digits
      : `${digits.slice(0, 2)}/${twoDigitYear(digits.slice(2))}`
  return retyped(typed, text, digits.length - digitsOf(typed.value).length)
}

/** Digits with a space between groups; what is beyond the groups is left out. */
export function inGroups(digits: string, groups: readonly number[]): string {
  const ends = groups.map((_, index) => groups.slice(0, index + 1).reduce((sum, size) => sum + size, 0))
  return groups
    .map((size, index) => digits.slice((ends[index] ?? 0) - size, ends[index]))
    .filter((group) => group !== '')
    .join(' ')
}

/** `text` instead of what was typed, the caret behind the same digit; at the end it stays at the end. */
function retyped({ value, caret }: Typed, text: string, added: number): Typed {
  if (caret >= value.length) return { value: text, caret: text.length }
  return { value: text, caret: indexBehind(text, digitsOf(value.slice(0, caret)).length + added) }
}

function indexBehind(text: string, digits: number): number {
  const indexes = text.split('').flatMap((character, index) => (/\d/.test(character) ? [index + 1] : []))
  return digits === 0 ? 0 : (indexes[digits - 1] ?? text.length)
}

/** The digits with a month of two: 5 → 05, 1/ → 01. */
function monthFirst(value: string): string {
  const digits = digitsOf(value)
  const lone = /^[2-9]/.test(digits) || /^1[^\d]/.test(value.trim())
  return lone ? `0${digits}` : digits
}

/** 2030 → 30; 203, still being typed, stays. */
function twoDigitYear(year: string): string {
  if (!year.startsWith('20')) return year.slice(0, 2)
  return year.length < 4 ? year : year.slice(2, 4)
}
