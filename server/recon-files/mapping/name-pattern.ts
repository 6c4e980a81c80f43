/** A step of a pattern: characters as they are, any number of any, or digits within bounds. */
type Step = { text: string } | { any: true } | { digits: number; least: number; most: number }

const dates: Readonly<Record<string, Step>> = {
  '{yyyy}': { digits: 4, least: 1900, most: 2999 },
  '{MM}': { digits: 2, least: 1, most: 12 },
  '{dd}': { digits: 2, least: 1, most: 31 },
}

function stepsOf(pattern: string): Step[] {
  const parts = pattern.split(/(\*+|\{yyyy\}|\{MM\}|\{dd\})/).filter((part) => part !== '')
  return parts.map((part) => dates[part] ?? (part.startsWith('*') ? { any: true } : { text: part.toLowerCase() }))
}

/**
 * Whether a file's name begins as a pattern says: `*` stands for any characters, `{yyyy}`, `{MM}` and `{dd}` for parts of a date. Case
 * says nothing. An empty pattern is that of every name. The time grows with the two lengths and no faster.
 */
export function fitsPattern(pattern: string, fileName: string): boolean {
  const name = fileName.normalize('NFC').toLowerCase()
  // The places of the name at which what comes next may begin.
  let places = new Set([0])
  for (const step of stepsOf(pattern.normalize('NFC'))) {
    if (places.size === 0) return false
    places = 'any' in step ? from(Math.min(...places), name.length) : after(places, step, name)
  }
  return places.size > 0
}

const from = (least: number, most: number): Set<number> =>
  new Set(Array.from({ length: most - least + 1 }, (_, at) => least + at))

function after(places: ReadonlySet<number>, step: Exclude<Step, { any: true }>, name: string): Set<number> {
  const next = new Set<number>()
  for (const place of places) {
    if ('text' in step) {
      if (name.startsWith(step.text, place)) next.add(place + step.text.length)
      continue
    }
    const digits = name.slice(place, place + step.digits)
    const value = /^\d+$/.test(digits) && digits.length === step.digits ? Number(digits) : -1
    if (value >= step.least && value <= step.most) next.add(place + step.digits)
  }
  return next
}

/** How much a pattern says: of two that fit, the one that says more is meant. */
export const exactness = (pattern: string): number =>
  stepsOf(pattern).reduce((sum, step) => sum + ('text' in step ? step.text.length : 'digits' in step ? 1 : 0), 0)
