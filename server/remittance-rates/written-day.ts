/** A day as it stands in a file, unchecked: its date, and a text for each currency, which may be blank. */
export interface WrittenDay {
  line: number
  date: string
  rates: { line: number; currency: string; text: string }[]
}
