import type { CallInput } from '#console/kit/api/send-call.ts'
import type { FileMapping, saveFileMapping } from '#contract/recon-mappings.ts'
import type {
  HeaderValue,
  Mapping,
  MappingField,
  MappingFileType,
  MappingReading,
} from '#contract/recon-mapping-shapes.ts'
import type { ReconSample } from '#contract/recon-sample.ts'
import { namedReading } from './rules.ts'

/** A field's columns while they are chosen: complete or not. Words of directions are typed with commas between them. */
export type EditedColumns =
  | { form: 'first' | 'joined'; titles: readonly string[] }
  | { form: 'sides'; credit: string; debit: string }
  | { form: 'direction'; amount: string; direction: string; credit: string; debit: string }
export type ColumnsForm = EditedColumns['form']

/** A mapping while it is made or changed. */
export interface Edited extends Omit<Mapping, 'input_header' | 'reading'> {
  columns: Partial<Record<MappingField, EditedColumns>>
  reading: MappingReading
}
export type SavedMapping = Omit<
  CallInput<typeof saveFileMapping>['body'],
  'environment' | 'payment_channel_key' | 'parent_rfm_id'
>

/** A mapping of one's own from nothing. */
export const emptyMapping = (fileType: MappingFileType): Edited => ({
  engine_source: 'SHEET',
  display_name: '',
  file_type: fileType,
  columns: {},
  reading: {},
})

/** The mapping that a sample's proposal makes of what is there already. */
export function proposedMapping(before: Edited, sample: ReconSample, layoutName: string): Edited {
  const { proposal } = sample
  const isOwn = proposal.engine_source === 'SHEET'
  return {
    ...before,
    engine_source: proposal.engine_source,
    display_name: before.display_name || layoutName,
    source_date_format: proposal.source_date_format,
    columns: editedColumns(proposal.input_header),
    reading: proposal.reading,
    all_headers: sample.headers.filter((title) => title !== ''),
    ...(isOwn && { offset: sample.offset, sheet_number: sample.sheet_number }),
  }
}

/** A saved version, to be changed. */
export const editedMapping = (saved: FileMapping): Edited => ({
  engine_source: saved.engine_source,
  file_prefix: saved.file_prefix,
  display_name: saved.display_name,
  file_type: saved.file_type,
  source_type: saved.source_type,
  data_source: saved.data_source,
  offset: saved.offset,
  sheet_number: saved.sheet_number,
  source_date_format: saved.source_date_format,
  currency: saved.currency,
  charge_params: saved.charge_params,
  all_headers: saved.all_headers,
  refund_input_header: saved.refund_input_header,
  refund_offset: saved.refund_offset,
  refund_sheet_number: saved.refund_sheet_number,
  result_title_map: saved.result_title_map,
  is_enabled: saved.is_enabled,
  columns: editedColumns(saved.input_header),
  reading: saved.reading,
})

/** What is sent: columns that are not complete are left out. */
export function sentMapping({ columns, ...edited }: Edited): SavedMapping {
  const header = Object.entries(columns).flatMap(([field, one]) => {
    const value = headerValue(one)
    return value === null ? [] : [[field, value]]
  })
  const reading = namedReading(edited.reading)
  return { ...edited, reading, input_header: Object.fromEntries(header) as Record<string, HeaderValue> } as SavedMapping
}

const editedColumns = (header: Partial<Record<MappingField, HeaderValue | undefined>>) =>
  Object.fromEntries(
    Object.entries(header).flatMap(([field, value]) => (value === undefined ? [] : [[field, editedOf(value)]])),
  ) as Edited['columns']

function editedOf(value: HeaderValue): EditedColumns {
  if (typeof value === 'string') return { form: 'first', titles: [value] }
  if (Array.isArray(value)) return { form: 'first', titles: value }
  if ('joined' in value) return { form: 'joined', titles: value.joined }
  if ('direction' in value)
    return { form: 'direction', ...value, credit: value.credit.join(', '), debit: value.debit.join(', ') }
  return { form: 'sides', ...value }
}

function headerValue(one: EditedColumns): HeaderValue | null {
  if (one.form === 'sides') return one.credit && one.debit ? { credit: one.credit, debit: one.debit } : null
  if (one.form === 'direction') {
    const { amount, direction } = one
    const [credit, debit] = [wordsIn(one.credit), wordsIn(one.debit)]
    return amount && direction && credit.length + debit.length > 0 ? { amount, direction, credit, debit } : null
  }
  const [first] = one.titles
  if (first === undefined) return null
  if (one.titles.length === 1) return first
  return one.form === 'joined' ? { joined: [...one.titles] } : [...one.titles]
}
export const wordsIn = (text: string): string[] =>
  text.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]))
