import type { Mapping } from '#contract/recon-mapping-shapes.ts'

/** A mapping of one's own without columns says only how bytes become rows: the rest is still to be proposed. */
export const isHint = ({ engine_source: engine, input_header: header }: Mapping): boolean =>
  engine === 'SHEET' && header === undefined
