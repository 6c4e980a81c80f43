/** Isolates a text of unknown direction inside a sentence, by U+2068 FIRST STRONG ISOLATE (Unicode UAX #9). */
export const isolated = (text: string): string => `\u2068${text}\u2069`

/** Isolates an amount, a reference or an address, which runs from left to right in every language (U+2066). */
export const isolatedLtr = (text: string): string => `\u2066${text}\u2069`
