import type { FlowId, ReconFlow } from '#contract/recon-dashboard.ts'

export type Measure = 'count' | 'amount'
export interface Box {
  id: FlowId
  x: number
  y: number
  height: number
}
export interface Ribbon {
  from: FlowId
  to: FlowId
  value: number
  /** An SVG path. */
  path: string
}
export interface Layout {
  boxes: Box[]
  ribbons: Ribbon[]
  boxWidth: number
  height: number
}

const columns: readonly (readonly FlowId[])[] = [
  ['sale_transactions', 'sale_settlements'],
  ['unreconciled_sale_transactions', 'reconciled_sale_settlements', 'unreconciled_sale_settlements'],
  ['matched_sku', 'unmatched_sku'],
  ['mismatch_no', 'mismatch_fee', 'mismatch_tax', 'mismatch_amount', 'mismatch_quantity', 'mismatch_date'],
]
const always: readonly FlowId[] = ['sale_transactions', 'sale_settlements', 'reconciled_sale_settlements']
/** A box has room for a name of two lines and its number; the tallest column is about as high as the target. */
const leastHeight = 64
const gap = 16
const target = 340
/** Few records do not fill it: so high is the box of transactions or settlements at most. */
const tallest = 170

/** Where boxes and ribbons stand in a chart of some width, in pixels; from right to left it is mirrored. */
export function layoutOf(flow: Pick<ReconFlow, 'dataFields' | 'dataNodes'>, measure: Measure, width: number, isMirrored: boolean): Layout {
  const links = flow.dataNodes
    .map(({ from, to, count, value }) => ({ from, to, value: measure === 'count' ? count : Math.abs(value), count }))
    .filter(({ count }) => count > 0)
  const isShown = (id: FlowId) => always.includes(id) || links.some(({ from, to }) => id === from || id === to)
  const shown = columns.map((ids) => ids.filter(isShown)).filter((ids) => ids.length > 0)
  const sum = (id: FlowId, end: 'from' | 'to') => links.filter((link) => link[end] === id).reduce((all, { value }) => all + value, 0)
  const sizeOf = (id: FlowId) => Math.max(sum(id, 'from'), sum(id, 'to'))
  const scales = shown.map((ids) => (target - (ids.length - 1) * gap) / Math.max(ids.reduce((all, id) => all + sizeOf(id), 0), Number.MIN_VALUE))
  const largest = Math.max(...(shown[0] ?? []).map(sizeOf), Number.MIN_VALUE)
  const scale = links.length === 0 ? 0 : Math.min(...scales, tallest / largest)
  const heightOf = (id: FlowId) => Math.max(leastHeight, sizeOf(id) * scale)
  const tall = (ids: readonly FlowId[]) => ids.reduce((all, id) => all + heightOf(id) + gap, -gap)
  const height = Math.max(...shown.map(tall))
  const boxWidth = Math.min(190, Math.floor(width / (shown.length * 1.55)))
  const step = shown.length > 1 ? (width - boxWidth) / (shown.length - 1) : 0
  const boxes = shown.flatMap((ids, column) => {
    let y = (height - tall(ids)) / 2
    return ids.map((id): Box => {
      const box = { id, x: column * step, y, height: heightOf(id) }
      y += box.height + gap
      return box
    })
  })
  const at = new Map(boxes.map((box) => [box.id, box]))
  const thick = (value: number) => Math.max(2, value * scale)
  /** How far a link is from the top of a box, below those that end higher up. */
  const offset = (of: FlowId, end: 'from' | 'to', link: (typeof links)[number]) => {
    const other = end === 'from' ? 'to' : 'from'
    const beside = links.filter((one) => one[end] === of).toSorted((a, b) => (at.get(a[other])?.y ?? 0) - (at.get(b[other])?.y ?? 0))
    const all = beside.reduce((sumOf, { value }) => sumOf + thick(value), 0)
    const above = beside.slice(0, beside.indexOf(link)).reduce((sumOf, { value }) => sumOf + thick(value), 0)
    return ((at.get(of)?.height ?? 0) - all) / 2 + above
  }
  const across = (x: number) => Math.round((isMirrored ? width - x : x) * 10) / 10
  const ribbons = links.flatMap((link): Ribbon[] => {
    const [from, to] = [at.get(link.from), at.get(link.to)]
    if (!from || !to) return []
    const ends = { start: from.x + boxWidth, y: from.y + offset(link.from, 'from', link), end: to.x, z: to.y + offset(link.to, 'to', link) }
    return [{ from: link.from, to: link.to, value: link.value, path: ribbon(ends, thick(link.value), across) }]
  })
  return { boxes: boxes.map((box) => ({ ...box, x: isMirrored ? width - box.x - boxWidth : box.x })), ribbons, boxWidth, height }
} // prettier-ignore

interface Ends {
  start: number
  y: number
  end: number
  z: number
}
function ribbon({ start, y, end, z }: Ends, thickness: number, across: (x: number) => number): string {
  const middle = across((start + end) / 2)
  const down = (value: number) => Math.round(value * 10) / 10
  const [a, b] = [across(start), across(end)]
  const [top, bottom, into, out] = [down(y), down(y + thickness), down(z), down(z + thickness)]
  return `M${a} ${top}C${middle} ${top} ${middle} ${into} ${b} ${into}L${b} ${out}C${middle} ${out} ${middle} ${bottom} ${a} ${bottom}Z`
}
