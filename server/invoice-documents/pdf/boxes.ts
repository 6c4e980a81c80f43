import type { InvoiceFile } from './file.ts'

/** Something of a known size that can be painted. Lengths are points, from the left upper corner of the page. */
export interface Box {
  width: number
  height: number
  paint(file: InvoiceFile, x: number, y: number): void
}
export type Side = 'left' | 'right'

export const space = (width: number, height: number): Box => ({ width, height, paint: () => {} })

/** Boxes below each other, each at the given side. */
export function stack(boxes: readonly Box[], side: Side, gap = 0): Box {
  const width = Math.max(0, ...boxes.map((box) => box.width))
  const height = boxes.reduce((sum, box) => sum + box.height, 0) + gap * Math.max(0, boxes.length - 1)
  return {
    width,
    height,
    paint(file, x, y) {
      let top = y
      for (const box of boxes) {
        box.paint(file, side === 'left' ? x : x + width - box.width, top)
        top += box.height + gap
      }
    },
  }
}

/** Boxes beside each other over a width, from one side on, with what is left of the width between them. */
export function beside(boxes: readonly Box[], width: number, from: Side, middle = false): Box {
  const height = Math.max(0, ...boxes.map((box) => box.height))
  const left = width - boxes.reduce((sum, box) => sum + box.width, 0)
  const gap = boxes.length > 1 ? left / (boxes.length - 1) : 0
  return {
    width,
    height,
    paint(file, x, y) {
      let used = 0
      for (const box of boxes) {
        box.paint(
          file,
          from === 'left' ? x + used : x + width - used - box.width,
          middle ? y + (height - box.height) / 2 : y,
        )
        used += box.width + gap
      }
    },
  }
}

export interface Frame {
  across?: number
  down?: number
  fill?: string
  border?: string
  radius?: number
  /** Lines along the upper and the lower edge. */
  above?: Rule
  below?: Rule
}
export interface Rule {
  width: number
  color: string
}

/** A box with room around it, a ground and lines. */
export function framed(box: Box, { across = 0, down = 0, fill, border, radius = 0, above, below }: Frame): Box {
  const width = box.width + 2 * across
  const height = box.height + 2 * down
  return {
    width,
    height,
    paint(file, x, y) {
      if (fill) file.roundedRect(x, y, width, height, radius).fill(fill)
      if (border) file.lineWidth(0.75).roundedRect(x, y, width, height, radius).stroke(border)
      if (above) file.rect(x, y, width, above.width).fill(above.color)
      if (below) file.rect(x, y + height - below.width, width, below.width).fill(below.color)
      box.paint(file, x + across, y + down)
    },
  }
}

/** A box that opens an address when it is clicked. */
export const linked = (box: Box, url: string): Box => ({
  ...box,
  paint(file, x, y) {
    box.paint(file, x, y)
    file.link(x, y, box.width, box.height, url)
  },
})
