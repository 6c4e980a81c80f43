import { leastContrast, shadeOn, textOn } from '#contract/page-colours.ts'
import type { InvoiceDesign } from '../facts.ts'

/** The measures and colours of one look. Lengths are points. */
export interface Look {
  design: InvoiceDesign
  margin: number
  size: number
  titleSize: number
  /** Between the parts of a page, and above and below the text of a row. */
  gap: number
  rowGap: number
  /** For text and lines on white: the merchant's colour, or the nearest that can be read. */
  accent: string
  /** The merchant's colour as it is, and what is written on it. */
  band: string
  onBand: string
  /** A light ground. */
  tint: string
  text: string
  quiet: string
  line: string
}

const measures = {
  classic: { margin: 46, size: 9, titleSize: 24, gap: 20, rowGap: 5.5 },
  modern: { margin: 44, size: 9, titleSize: 28, gap: 20, rowGap: 6 },
  compact: { margin: 34, size: 8, titleSize: 16, gap: 13, rowGap: 3.5 },
} satisfies Record<InvoiceDesign, Partial<Look>>

export const lookOf = (design: InvoiceDesign, color: string): Look => {
  const band = /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : '#1f2937'
  return {
    design,
    ...measures[design],
    accent: shadeOn(band, '#ffffff', leastContrast.text),
    band,
    onBand: textOn(band),
    tint: '#f4f5f7',
    text: '#16191d',
    quiet: '#5b6470',
    line: '#d9dde3',
  }
}
