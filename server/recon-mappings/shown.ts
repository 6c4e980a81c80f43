import type { z } from 'zod'
import type { FileMapping } from '#contract/recon-mappings.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { MappingRow } from '#server/recon-files/mapping/mappings.ts'

/** A version as its record was sent, with what it left out. */
export function shownMapping({ owner }: Ctx, row: MappingRow, newest: number): z.output<typeof FileMapping> {
  const { record } = row
  return {
    rfm_id: row.rfm_id,
    parent_rfm_id: row.parent_rfm_id ?? '',
    mapping_id: row.mapping_id,
    version: row.version,
    is_in_use: row.is_enabled && row.version === newest,
    is_enabled: row.is_enabled,
    environment: owner.environment,
    payment_channel_key: row.channel_key,
    data_source: row.data_source,
    engine_source: row.engine_source,
    file_prefix: row.file_prefix,
    display_name: row.display_name,
    file_type: row.file_type,
    source_type: record.source_type ?? 'PROVIDER',
    offset: record.offset ?? 0,
    sheet_number: record.sheet_number ?? -1,
    source_date_format: record.source_date_format ?? '',
    currency: record.currency ?? '',
    charge_params: record.charge_params ?? [],
    all_headers: record.all_headers ?? [],
    input_header: record.input_header ?? {},
    refund_input_header: record.refund_input_header ?? {},
    refund_offset: record.refund_offset ?? 0,
    refund_sheet_number: record.refund_sheet_number ?? -1,
    result_title_map: record.result_title_map ?? {},
    created_by: row.created_by,
    reading: record.reading ?? {},
    saved_by: row.saved_by,
    created_at: row.created_at,
  }
}

/** What two versions of a mapping differ in: each field with both values, as JSON. */
export function changesOf(was: MappingRow, is: MappingRow): { field: string; was: string; is: string }[] {
  const [before, after] = [fieldsOf(was), fieldsOf(is)]
  const fields = [...new Set([...before.keys(), ...after.keys()])].toSorted()
  return fields.flatMap((field) => {
    const [one, other] = [before.get(field) ?? '', after.get(field) ?? '']
    return one === other ? [] : [{ field, was: one, is: other }]
  })
}

/** The fields of a record, those within `input_header` and `reading` each by itself. */
function fieldsOf({ record, data_source }: MappingRow): Map<string, string> {
  const { input_header = {}, reading = {}, ...rest } = record
  const flat: [string, unknown][] = [
    ...Object.entries({ ...rest, data_source }),
    ...Object.entries(input_header).map(([name, value]) => [`input_header.${name}`, value] as [string, unknown]),
    ...Object.entries(reading).map(([name, value]) => [`reading.${name}`, value] as [string, unknown]),
  ]
  return new Map(flat.flatMap(([name, value]) => (value === undefined ? [] : [[name, textOf(value)]])))
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
