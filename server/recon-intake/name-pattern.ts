/** What a pattern's day stands for in a name. */
const places: Record<string, string> = {
  '{yyyy}': '\\d{4}',
  '{MM}': '(?:0[1-9]|1[0-2])',
  '{dd}': '(?:0[1-9]|[12]\\d|3[01])',
}

/**
 * Whether a name fits a pattern: `*` for any characters, `{yyyy}`, `{MM}` and `{dd}` for a day, everything else for itself, in any case.
 * A pattern without `*` is the beginning of the name, as the field's name says. The empty one fits every name.
 */
export function fits(pattern: string, name: string): boolean {
  const whole = pattern.includes('*') ? pattern : `${pattern}*`
  // Each star takes as little as it can and none is taken back, so that a hostile name costs no time.
  const pieces = whole.toLowerCase().split('*').map(pieceOf)
  const text = name.toLowerCase()
  let at = 0
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1
    const found = isLast && index > 0 ? lastOf(piece, text, at) : firstOf(piece, text, at)
    if (found === null || (index === 0 && found.from !== 0)) return false
    at = found.to
  }
  return true
}

const pieceOf = (text: string): RegExp => {
  const escaped = text
    .split(/(\{yyyy\}|\{mm\}|\{dd\})/)
    .map((part) => places[part.replace('{mm}', '{MM}')] ?? part.replaceAll(/[\\^$.|?+()[\]{}]/g, String.raw`\$&`))
  return new RegExp(escaped.join(''), 'g')
}
function firstOf(piece: RegExp, text: string, at: number): { from: number; to: number } | null {
  piece.lastIndex = at
  const found = piece.exec(text)
  return found && { from: found.index, to: found.index + found[0].length }
}
/** The last piece has to reach to the end. */
function lastOf(piece: RegExp, text: string, at: number): { from: number; to: number } | null {
  const found = new RegExp(`(?:${piece.source})$`).exec(text.slice(at))
  return found && { from: at + found.index, to: text.length }
}
