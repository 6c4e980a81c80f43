import { isIP } from 'node:net'

/** The country of an IP address, ISO 3166-1 alpha-2; empty where it is not known. */
export type CountryOf = (address: string) => string

/** A line of a table of countries that cannot be used; the message names it. */
export class CountriesError extends Error {}

/**
 * Reads a table of lines `first address,last address,country`, IPv4 before IPv6 and in ascending order, as free data sets have them.
 * Quotes around a field, further fields and lines that are empty or begin with `#` mean nothing; a country that is no code is not known.
 * Throws {@link CountriesError} for the first wrong line. A million lines are kept in some 40 MB.
 */
export function countriesIn(text: string): CountryOf {
  const lines = text.split('\n')
  // Arrays of numbers, since a table has up to a million rows.
  const firsts = addresses(lines.length)
  const lasts = addresses(lines.length)
  const countries = new Uint16Array(lines.length)
  const codes = new Map<string, number>()
  let size = 0
  for (const [at, line] of lines.entries()) {
    const range = rangeOf(line, at + 1)
    if (!range) continue
    if (size > 0 && !isBefore(lasts.at(size - 1), range.first))
      throw new CountriesError(`line ${at + 1} must begin after the range before it`)
    firsts.set(size, range.first)
    lasts.set(size, range.last)
    if (!codes.has(range.country)) codes.set(range.country, codes.size)
    countries[size++] = codes.get(range.country) ?? 0
  }
  const names = [...codes.keys()]

  return (address) => {
    const wanted = numberOf(address)
    if (!wanted) return ''
    let [low, high] = [0, size]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(wanted, firsts.at(middle))) high = middle
      else low = middle + 1
    }
    if (low === 0 || isBefore(lasts.at(low - 1), wanted)) return ''
    return names[countries[low - 1] ?? 0] ?? ''
  }
}

/** The upper and the lower 64 bits of an IPv6 address. */
type Halves = readonly [bigint, bigint]

function rangeOf(text: string, line: number): { first: Halves; last: Halves; country: string } | null {
  if (text.trim() === '' || text.startsWith('#')) return null
  const [from = '', to = '', country = ''] = text.split(',', 3).map((field) => field.trim().replace(/^"(.*)"$/, '$1'))
  const [first, last] = [numberOf(from), numberOf(to)]
  if (!first || !last) throw new CountriesError(`line ${line} must begin with two addresses`)
  if (isIP(from) !== isIP(to) || isBefore(last, first))
    throw new CountriesError(`line ${line} must name the first and the last address of a range`)
  return { first, last, country: /^[A-Z]{2}$/.test(country) && country !== 'ZZ' ? country : '' }
}

const isBefore = (one: Halves, other: Halves) => one[0] < other[0] || (one[0] === other[0] && one[1] < other[1])

function addresses(size: number) {
  const [upper, lower] = [new BigUint64Array(size), new BigUint64Array(size)]
  return {
    at: (place: number): Halves => [upper[place] ?? 0n, lower[place] ?? 0n],
    set(place: number, address: Halves) {
      ;[upper[place], lower[place]] = address
    },
  }
}

/** An address as a number, an IPv4 address as the IPv6 address that stands for it (`::ffff:203.0.113.7`); null for any other text. */
function numberOf(text: string): Halves | null {
  const [address = ''] = text.split('%')
  const family = isIP(address)
  if (family === 0) return null
  if (family === 4) return [0n, 0xffff_0000_0000n + BigInt(numberOf4(address))]
  const dotted = address.replace(/[\d.]+$/, (end) => (end.includes('.') ? hexOf4(end) : end))
  const [head = [], tail = []] = dotted.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail]
  const half = (part: string[]) => BigInt(`0x${part.map((group) => group.padStart(4, '0')).join('')}`)
  return [half(groups.slice(0, 4)), half(groups.slice(4))]
}
const numberOf4 = (address: string) => address.split('.').reduce((number, byte) => number * 256 + Number(byte), 0)
const hexOf4 = (address: string) => {
  const hex = numberOf4(address).toString(16).padStart(8, '0')
  return `${hex.slice(0, 4)}:${hex.slice(4)}`
}
