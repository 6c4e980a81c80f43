import type { ScreeningMatch } from '#contract/screening.ts'
import { jaroWinkler } from './jaro-winkler.ts'
import { tokensOf } from './normal-name.ts'

export interface Entry {
  list: string
  version: number
  entry_id: string
  schema: string
  name: string
  aliases: readonly string[]
  birth_date: string
  countries: string[]
}

/** The likeness of words from which two names may be one. */
const threshold = 0.92
const mostMatches = 10

interface NameOfEntry {
  entry: Entry
  name: string
  tokens: string[]
}

/**
 * Compares names with the entries of lists. Names are alike when the words of the shorter one, each with its best partner in the other,
 * are alike by 0.92 on average, two words at least, or when all words are the same.
 */
export function openMatcher(entries: readonly Entry[]): (name: string) => ScreeningMatch[] {
  const names: NameOfEntry[] = []
  /** Which names have a word; the words by their first letter, and those long enough to differ in it. */
  const having = new Map<string, number[]>()
  for (const entry of entries)
    for (const name of [entry.name, ...entry.aliases]) {
      const tokens = tokensOf(name)
      if (tokens.length === 0) continue
      for (const token of new Set(tokens)) append(having, token, names.length)
      names.push({ entry, name, tokens })
    }
  const byFirst = new Map<string, string[]>()
  const long: string[] = []
  for (const token of having.keys()) {
    append(byFirst, token.charAt(0), token)
    if (token.length >= leastOtherFirst) long.push(token)
  }
  const alike = new Map<string, readonly string[]>()
  const alikeTo = (token: string): readonly string[] => {
    const known = alike.get(token)
    if (known) return known
    const others = token.length < leastOtherFirst ? [] : long.filter((other) => other.charAt(0) !== token.charAt(0))
    const found = [...(byFirst.get(token.charAt(0)) ?? []), ...others].filter(
      (other) => mostAlike(token, other) >= threshold && jaroWinkler(token, other) >= threshold,
    )
    if (alike.size > 50_000) alike.clear()
    alike.set(token, found)
    return found
  }

  return (name) => {
    const tokens = tokensOf(name)
    const best = new Map<Entry, { name: string; score: number }>()
    const candidates = new Set(tokens.flatMap((token) => alikeTo(token).flatMap((other) => having.get(other) ?? [])))
    for (const at of candidates) {
      const other = names[at] as NameOfEntry
      const score = scoreOf(tokens, other.tokens)
      if (score >= threshold && score > (best.get(other.entry)?.score ?? 0))
        best.set(other.entry, { name: other.name, score })
    }
    return [...best]
      .toSorted(([, a], [, b]) => b.score - a.score)
      .slice(0, mostMatches)
      .map(([{ aliases: _, ...entry }, found]) => ({
        ...entry,
        ...found,
        score: Math.round(found.score * 1000) / 1000,
      }))
  }
}

/** Two words with different first letters need this many letters to be alike by 0.92. */
const leastOtherFirst = 9

/**
 * What two words are alike by at most, told without comparing them letter by letter: all letters found but those that the other word has
 * nowhere, and a common beginning of four if they begin alike.
 */
function mostAlike(a: string, b: string): number {
  const [lettersOfA, lettersOfB] = [lettersOf(a), lettersOf(b)]
  const found = Math.min(a.length - count(lettersOfA & ~lettersOfB), b.length - count(lettersOfB & ~lettersOfA))
  const jaro = (found / a.length + found / b.length + 1) / 3
  return a.charCodeAt(0) === b.charCodeAt(0) ? jaro + 0.4 * (1 - jaro) : jaro
}
/** The letters of a word as bits, of which some stand for several letters. */
function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}
function count(bits: number): number {
  let counted = 0
  for (let left = bits; left !== 0; left &= left - 1) counted++
  return counted
}

/**
 * The mean likeness of best pairs over the words of the shorter name; 0 where one word alone would decide and is not the same, and where
 * the words that are left cannot bring the mean to the threshold.
 */
function scoreOf(a: readonly string[], b: readonly string[]): number {
  const [short, long] = a.length <= b.length ? [a, [...b]] : [b, [...a]]
  if (short.length < 2) return short.length === long.length && short[0] === long[0] ? 1 : 0
  let sum = 0
  for (const [nth, token] of short.entries()) {
    const least = threshold * short.length - sum - (short.length - 1 - nth) - rounding
    let best = 0
    let bestAt = -1
    for (const [at, other] of long.entries()) {
      if (mostAlike(token, other) < Math.max(least, best)) continue
      const score = jaroWinkler(token, other)
      if (score > best) [best, bestAt] = [score, at]
    }
    if (bestAt === -1 || best < least) return 0
    long.splice(bestAt, 1)
    sum += best
  }
  return sum / short.length
}
/** Sums of numbers that are not whole may be off by so much. */
const rounding = 1e-9

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}
