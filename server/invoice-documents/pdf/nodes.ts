/** A part of a page, as the layout takes it. Lengths are points. */
export interface Node {
  type: 'DOCUMENT' | 'PAGE' | 'VIEW' | 'TEXT' | 'TEXT_INSTANCE' | 'IMAGE' | 'LINK' | 'SVG' | 'PATH'
  style: Readonly<Record<string, unknown>>
  props: Readonly<Record<string, unknown>>
  children: Node[]
  value?: string
}
type Values = Readonly<Record<string, unknown>>

export const view = (style: Values, children: (Node | null)[], props: Values = {}): Node => ({
  type: 'VIEW',
  style,
  props,
  children: children.filter((child) => child !== null),
})
export const textNode = (style: Values, value: string, props: Values = {}): Node => ({
  type: 'TEXT',
  style,
  props,
  children: value === '' ? [] : [written(value)],
})
/** What stands in a text. */
export const written = (value: string): Node => ({ type: 'TEXT_INSTANCE', style: {}, props: {}, children: [], value })
export const link = (style: Values, src: string, children: Node[]): Node => ({
  type: 'LINK',
  style,
  props: { src },
  children,
})
export const picture = (style: Values, src: string): Node => ({ type: 'IMAGE', style, props: { src }, children: [] })
/** A drawing of one path in one colour. */
export const drawing = (size: number, viewBox: string, path: string, fill: string): Node => ({
  type: 'SVG',
  style: { width: size, height: size },
  props: { viewBox },
  children: [{ type: 'PATH', style: {}, props: { d: path, fill }, children: [] }],
})
