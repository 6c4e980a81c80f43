import type { Box } from './boxes.ts'

/** A part of the document that is never divided between two pages. */
export interface Piece {
  box: Box
  /** Above it, but not at the top of a page. */
  gap: number
  /** Whether the next piece has to be on the same page. */
  keeps?: boolean
  /** What stands above it again where it begins a page: the head of its table. */
  head?: Box
}
/** A page: boxes with their distance from its top. */
export type Placed = { box: Box; top: number }[]

/** Places the pieces on pages with room for `height`. */
export function paginate(pieces: readonly Piece[], height: number): Placed[] {
  const pages: Placed[] = [[]]
  let top = 0
  const place = (piece: Piece) => {
    const page = pages.at(-1) as Placed
    if (page.length === 0 && piece.head) {
      page.push({ box: piece.head, top })
      top += piece.head.height
    } else if (page.length > 0) top += piece.gap
    page.push({ box: piece.box, top })
    top += piece.box.height
  }
  const turn = () => {
    pages.push([])
    top = 0
  }
  for (const group of groupsOf(pieces)) {
    if (top > 0 && top + heightOf(group) > height) turn()
    for (const piece of group) {
      // Only of a group that is higher than a page.
      if (top > 0 && top + piece.gap + piece.box.height > height) turn()
      place(piece)
    }
  }
  return pages
}

/** What has to be on one page. */
function groupsOf(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = []
  let joins = false
  for (const piece of pieces) {
    if (joins) groups.at(-1)?.push(piece)
    else groups.push([piece])
    joins = piece.keeps ?? false
  }
  return groups
}
const heightOf = (group: readonly Piece[]) => group.reduce((sum, { gap, box }) => sum + gap + box.height, 0)

/** Boxes as pieces: the first with a gap above it. */
export const piecesOf = (boxes: readonly Box[], gap: number, piece: Partial<Piece> = {}): Piece[] =>
  boxes.map((box, at) => ({ ...piece, box, gap: at === 0 ? gap : 0 }))
