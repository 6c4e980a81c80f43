/** How alike two words are, from 0 to 1, by Jaro and Winkler: a common beginning of up to four letters counts more. */
export function jaroWinkler(a: string, b: string): number {
  if (a === b) return 1
  const jaro = jaroOf(a, b)
  let prefix = 0
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix++
  return jaro + prefix * 0.1 * (1 - jaro)
}

function jaroOf(a: string, b: string): number {
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const taken = new Uint8Array(b.length)
  const matched: number[] = []
  for (let at = 0; at < a.length; at++) {
    const letter = a.charCodeAt(at)
    const last = Math.min(b.length - 1, at + reach)
    for (let to = Math.max(0, at - reach); to <= last; to++)
      if (taken[to] === 0 && letter === b.charCodeAt(to)) {
        taken[to] = 1
        matched.push(letter)
        break
      }
  }
  if (matched.length === 0) return 0
  let swapped = 0
  let next = 0
  for (let to = 0; to < b.length; to++) if (taken[to] === 1 && b.charCodeAt(to) !== matched[next++]) swapped++
  const found = matched.length
  return (found / a.length + found / b.length + (found - swapped / 2) / found) / 3
}
