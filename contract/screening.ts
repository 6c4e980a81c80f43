/**
 * How a beneficiary's name compares with the operator's lists. Without a list nobody is `CLEAR`; `WAITING` is the comparison under way,
 * and the last two are what an administrator decided about a possible match.
 */
export const screeningStates = ['NOT_SCREENED', 'WAITING', 'CLEAR', 'POSSIBLE_MATCH', 'ALLOWED', 'BLOCKED'] as const
export type ScreeningState = (typeof screeningStates)[number]
/** Nothing is paid to a beneficiary in one of these. */
export const holdsPayouts = (state: ScreeningState): boolean =>
  state === 'WAITING' || state === 'POSSIBLE_MATCH' || state === 'BLOCKED'

/** An entry of a list that a beneficiary may be. */
export interface ScreeningMatch {
  list: string
  /** How often the list had been loaded. */
  version: number
  entry_id: string
  /** The name of the entry that is alike, and how much, up to 1. */
  name: string
  score: number
  schema: string
  birth_date: string
  countries: string[]
}
