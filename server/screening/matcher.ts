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
      (other) => canBeAlike(token, other) && jaroWinkler(token, other) >= threshold,
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

/** A cheap bound: words that differ much in length are not alike, whatever their letters. */
function canBeAlike(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a.length, b.length] : [b.length, a.length]
  // All letters of the shorter one found, and a common beginning of four.
  const jaro = (2 + short / long) / 3
  return jaro + 0.4 * (1 - jaro) >= threshold
}

/** The mean likeness of best pairs over the words of the shorter name; 0 where one word alone would decide and is not the same. */
function scoreOf(a: readonly string[], b: readonly string[]): number {
  const [short, long] = a.length <= b.length ? [a, [...b]] : [b, [...a]]
  if (short.length < 2) return short.length === long.length && short[0] === long[0] ? 1 : 0
  let sum = 0
  for (const token of short) {
    let best = 0
    let bestAt = -1
    for (const [at, other] of long.entries()) {
      const score = jaroWinkler(token, other)
      if (score > best) [best, bestAt] = [score, at]
    }
    if (bestAt === -1) return 0
    long.splice(bestAt, 1)
    sum += best
  }
  return sum / short.length
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}
