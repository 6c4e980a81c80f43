import type { InputHeader, MappingReading } from '#contract/recon-mapping-shapes.ts'
import type { Reading, RowTest } from '../layout.ts'
import { optional, present } from './present.ts'

type MappingTest = NonNullable<MappingReading['skip']>[number]['when'][number]

/** How a layout or a proposal reads, in the words of a mapping: the other way of `readingOf`. */
export function mappingOf(reading: Reading): {
  input_header: InputHeader
  source_date_format: string
  reading: MappingReading
} {
  const [first = '', ...others] = reading.dates
  const tests = (when: readonly RowTest[]): MappingTest[] =>
    when.map(({ column, is, startsWith, empty }) => ({
      column,
      ...optional('is', is && [...is]),
      ...optional('starts_with', startsWith && [...startsWith]),
      ...optional('empty', empty),
    }))
  const given = {
    encoding: reading.encoding,
    delimiter: reading.delimiter,
    quote: reading.quote,
    decimal: reading.decimal,
    group: reading.group,
    indian_groups: reading.indianGroups,
    unit: reading.unit,
    time_zone: reading.timeZone,
    zones: reading.zones,
    dates: others.length > 0 ? others : undefined,
    rows_at: reading.rowsAt,
    titles: reading.titles,
    sections: reading.sections,
    skip: reading.skip?.map(({ rule, when }) => ({ rule, when: tests(when) })),
    types: Object.keys(reading.types).length > 0 ? reading.types : undefined,
    types_when: reading.typesWhen?.map(({ type, when }) => ({ type, when: tests(when) })),
    types_reversed: reading.typesReversed,
    type: reading.type,
    cuts: reading.cuts,
    sign: reading.sign,
    net_sign: reading.netSign,
    net_currency: reading.netCurrency,
    tax_in_fee: reading.taxInFee,
    net_before: reading.netBefore,
    begins_with: reading.beginsWith,
    charges_are: reading.chargesAre,
    no_reference: reading.noReference,
    rate_per: reading.ratePer,
    identity: reading.identity,
    proof: reading.proof,
  }
  return {
    input_header: present(reading.columns),
    source_date_format: first,
    reading: present<MappingReading>(given),
  }
}
