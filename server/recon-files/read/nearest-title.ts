/** The most characters of a title that are compared. */
const most = 200

/** The number of characters to insert, leave out or change to make one text of the other. */
export function editDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const here = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const changed = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1)
      here.push(Math.min(changed, (above[column] ?? 0) + 1, (here[column - 1] ?? 0) + 1))
    }
    above = here
  }
  return above[other.length] ?? 0
}

/** The title that is most like a header, without regard to case; null where none shares half of it. */
export function nearestTitle(header: string, titles: readonly string[]): string | null {
  const wanted = header.toLowerCase().slice(0, most)
  let nearest: { title: string; distance: number } | null = null
  for (const title of titles) {
    if (title === '') continue
    const compared = title.toLowerCase().slice(0, most)
    const distance = editDistance(wanted, compared)
    if (distance * 2 > Math.max(wanted.length, compared.length)) continue
    if (nearest === null || distance < nearest.distance) nearest = { title, distance }
  }
  return nearest?.title ?? null
}
