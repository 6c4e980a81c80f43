import type { InputHeader, Mapping } from '#contract/recon-mapping-shapes.ts'
import { mappingFields, type RecordType } from '#contract/recon-records.ts'
import type { From, Layout, Reading, RowTest } from '../layout.ts'
import { columnsIn, wordOf } from '../read/columns.ts'
import { optional, present } from './present.ts'

type Given = NonNullable<Mapping['reading']>
/** The rule that leaves out what the mapping's words say is to be ignored. */
export const ignoredWord = 'ignored_word'

/** How files are read by a mapping: what it says, and for the rest what its layout says. */
export function readingOf(mapping: Mapping, layout: Layout | undefined): Reading {
  const given: Given = mapping.reading ?? {}
  const base: Partial<Reading> = layout?.reading ?? {}
  const columns = { ...base.columns, ...present<Reading['columns']>(mapping.input_header ?? {}) }
  const charges = mapping.charge_params?.map(({ header, kind, sign }) => ({
    column: header,
    kind,
    ...(sign && { sign }),
  }))
  const { types, skip } = wordsOf(given, base, columns)
  const dates = [mapping.source_date_format ?? '', ...(given.dates ?? [])].filter((format) => format !== '')
  const sheet = mapping.sheet_number ?? base.sheet
  const reading: Reading = {
    ...base,
    ...simple(given),
    ...optional('offset', mapping.offset ?? base.offset),
    ...optional('sheet', sheet),
    ...optional('currency', mapping.currency || base.currency),
    ...optional('netCurrency', given.net_currency || base.netCurrency),
    ...optional('known', mapping.all_headers?.length ? mapping.all_headers : base.known),
    ...optional('charges', charges?.length ? charges : base.charges),
    ...optional('skip', skip.length > 0 ? skip : undefined),
    ...optional('sections', (given.sections ?? base.sections) as Reading['sections']),
    ...optional(
      'cuts',
      given.cuts ? { ...base.cuts, ...present<NonNullable<Reading['cuts']>>(given.cuts) } : base.cuts,
    ),
    ...optional('proof', given.proof ? proofOf(given.proof) : base.proof),
    columns,
    types,
    dates: dates.length > 0 ? dates : (base.dates ?? []),
    headers: headersOf(mapping, base),
  }
  return { ...reading, ...optional('refunds', refundsOf(mapping, reading)) }
}

/**
 * How refunds on a sheet of their own are read: as the other lines, where columns have the same titles, and always as refunds unless a
 * column of types says more. They are taken, whether they are written with a sign or without one.
 */
function refundsOf(mapping: Mapping, reading: Reading): Reading['refunds'] {
  const { refund_sheet_number: sheet = -1, refund_offset: offset, refund_input_header: header = {} } = mapping
  if (sheet < 0) return undefined
  const own = present<Reading['columns']>(header)
  const { columns: { txn_type: _, status: __, ...columns }, offset: ___, skip: ____, known: _____, proof: ______, identity: _______, typesWhen: ________, sections: _________, titles: __________, refunds: ___________, ...rest } = reading
  const type = own.txn_type
  const words = Object.entries(mapping.reading?.types ?? {}).flatMap(([word, of]) => (of === 'ignored' ? [word] : []))
  return {
    ...rest,
    ...optional('offset', offset),
    ...optional('skip', type === undefined || words.length === 0 ? undefined : ignoring(words, type)),
    sheet,
    columns: { ...columns, ...own },
    headers: [...new Set(Object.values(own).flatMap((from) => [...columnsIn(from)]))],
    type: 'refund',
    types: type === undefined ? {} : reading.types,
    sign: 'of_type',
  }
} // prettier-ignore

/** Fields that only have another name here. */
function simple(given: Given): Partial<Reading> {
  return {
    ...optional('encoding', given.encoding),
    ...optional('delimiter', given.delimiter),
    ...optional('quote', given.quote),
    ...optional('decimal', given.decimal),
    ...optional('group', given.group),
    ...optional('indianGroups', given.indian_groups || undefined),
    ...optional('unit', given.unit),
    ...optional('timeZone', given.time_zone),
    ...optional('zones', given.zones),
    ...optional('rowsAt', given.rows_at),
    ...optional('titles', given.titles),
    ...optional('type', given.type),
    ...optional('typesReversed', given.types_reversed),
    ...optional('sign', given.sign),
    ...optional('netSign', given.net_sign),
    ...optional('taxInFee', given.tax_in_fee || undefined),
    ...optional('netBefore', given.net_before),
    ...optional('beginsWith', given.begins_with),
    ...optional('chargesAre', given.charges_are),
    ...optional('noReference', given.no_reference),
    ...optional('ratePer', given.rate_per),
    ...optional('identity', given.identity),
    ...optional(
      'typesWhen',
      given.types_when?.map(({ type, when }) => ({ type, when: when.map(testOf) })),
    ),
  } as Partial<Reading>
}

/** The types of words, and the rules that leave lines out: those of the mapping come before those of its layout. */
function wordsOf(given: Given, base: Partial<Reading>, columns: Reading['columns']) {
  const meanings = Object.entries(given.types ?? {})
  const said = new Set(meanings.map(([word]) => wordOf(word)))
  const kept = Object.entries(base.types ?? {}).filter(([word]) => !said.has(wordOf(word)))
  const own = meanings.flatMap(([word, meaning]) => (meaning === 'ignored' ? [] : [[word, meaning] as const]))
  const types: Record<string, RecordType> = Object.fromEntries([...own, ...kept])
  const ignored = meanings.flatMap(([word, meaning]) => (meaning === 'ignored' ? [word] : []))
  const from = columns.txn_type ?? columns.status
  const rules = (given.skip ?? []).map(({ rule, when }) => ({ rule, when: when.map(testOf) }))
  return { types, skip: [...(from === undefined ? [] : ignoring(ignored, from)), ...rules, ...(base.skip ?? [])] }
}

/** Leaves out the lines whose column, or columns, have these words. */
function ignoring(words: readonly string[], from: From): NonNullable<Reading['skip']> {
  const columns = columnsIn(from)
  if (typeof from === 'object' && 'joined' in from)
    return words.map((word) => {
      const parts = word.split('|')
      return { rule: ignoredWord, when: columns.map((column, at) => ({ column, is: [parts[at] ?? ''] })) }
    })
  // Of several columns the first that is not empty has the word.
  return columns.flatMap((column, at) =>
    words.length === 0
      ? []
      : [
          {
            rule: ignoredWord,
            when: [...columns.slice(0, at).map((before) => ({ column: before, empty: true })), { column, is: words }],
          },
        ],
  )
}

type GivenTest = NonNullable<Given['skip']>[number]['when'][number]
const testOf = ({ column, is, starts_with, empty }: GivenTest): RowTest => ({
  column,
  ...optional('is', is),
  ...optional('startsWith', starts_with),
  ...optional('empty', empty),
})

const proofOf = ({ payout, running, stated }: NonNullable<Given['proof']>): NonNullable<Reading['proof']> =>
  ({
    ...optional('payout', payout || undefined),
    ...optional('running', running || undefined),
    ...optional('stated', stated),
  }) as NonNullable<Reading['proof']>

/**
 * The titles that a file has to have: those that the mapping names, and those of its layout, except for titles that only a field
 * needed which the mapping reads from elsewhere.
 */
function headersOf(mapping: Mapping, base: Partial<Reading>): string[] {
  const own = present<InputHeader>(mapping.input_header ?? {})
  const mapped = Object.values(own).flatMap((from) => [...columnsIn(from as From)])
  const charged = (mapping.charge_params ?? []).map(({ header }) => header)
  const replaced = mappingFields.flatMap((field) =>
    own[field] === undefined ? [] : [...columnsIn(base.columns?.[field] ?? [])],
  )
  if (charged.length > 0) replaced.push(...(base.charges ?? []).map(({ column }) => column))
  const used = new Set(
    mappingFields.flatMap((field) => (own[field] === undefined ? [...columnsIn(base.columns?.[field] ?? [])] : [])),
  )
  const kept = (base.headers ?? []).filter((header) => used.has(header) || !replaced.includes(header))
  return [...new Set([...kept, ...mapped, ...charged])]
}
