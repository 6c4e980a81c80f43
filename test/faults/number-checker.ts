/** An invoice of a series as its row has it. */
export interface NumberedRow {
  ref: string
  status: string
  number: string
  counter: number | null
  sentAt: number | null
}
/** What somebody who issued an invoice was told, and when they asked and heard, by one clock. */
export interface Issued {
  ref: string
  number: string
  askedAt: number
  heardAt: number
}

/** Holds the numbers of a series against what its issuers were told: what is wrong with them. */
export const checkSeries = (prefix: string, rows: readonly NumberedRow[], issued: readonly Issued[]): string[] => [
  ...gaps(prefix, rows),
  ...drafts(rows),
  ...untold(rows, issued),
  ...disorder(prefix, rows, issued),
]

const numbered = (rows: readonly NumberedRow[]) =>
  rows
    .flatMap(({ counter, ...row }) => (counter === null ? [] : [{ ...row, counter }]))
    .toSorted((a, b) => a.counter - b.counter)

function gaps(prefix: string, rows: readonly NumberedRow[]): string[] {
  let before = 0
  return numbered(rows).flatMap(({ counter, number, ref }) => {
    const found = counter === before + 1 ? [] : [`${counter} comes after ${before}`]
    before = counter
    return number === numberAt(prefix, counter) ? found : [...found, `${ref} has ${number} as its ${counter}th`]
  })
}
const numberAt = (prefix: string, counter: number) => `${prefix}${String(counter).padStart(4, '0')}`

const drafts = (rows: readonly NumberedRow[]): string[] =>
  rows
    .filter(({ status, number, counter, sentAt }) => status === 'created' && (number || counter !== null || sentAt))
    .map(({ ref, number }) => `the draft ${ref} has the number ${number}`)

/** Each number that was told is kept, and each that is kept was told. */
function untold(rows: readonly NumberedRow[], issued: readonly Issued[]): string[] {
  const told = new Map(issued.map(({ ref, number }) => [ref, number]))
  const kept = numbered(rows)
  return [
    ...kept.filter(({ ref, number }) => told.get(ref) !== number).map(({ ref, number }) => `${ref} keeps ${number}`),
    ...(kept.length === told.size ? [] : [`${kept.length} have numbers, of ${told.size} that were issued`]),
  ]
}

/** Moments of issue do not go back, and who was told of a number before another asked has the lower one. */
function disorder(prefix: string, rows: readonly NumberedRow[], issued: readonly Issued[]): string[] {
  const kept = numbered(rows)
  const back = kept.flatMap(({ counter, sentAt }, at) =>
    (kept[at - 1]?.sentAt ?? 0) > (sentAt ?? 0) ? [`${counter} was issued before the one ahead of it`] : [],
  )
  const counterOf = ({ number }: Issued) => Number(number.slice(prefix.length))
  const byHeard = issued.toSorted((a, b) => a.heardAt - b.heardAt)
  let [heard, highest] = [0, 0]
  const overtaken = issued
    .toSorted((a, b) => a.askedAt - b.askedAt)
    .flatMap((one) => {
      for (let next = byHeard[heard]; next && next.heardAt < one.askedAt; next = byHeard[++heard])
        highest = Math.max(highest, counterOf(next))
      return counterOf(one) > highest ? [] : [`${one.number} was asked for when ${highest} was told`]
    })
  return [...back, ...overtaken]
}
