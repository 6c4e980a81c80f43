import { createHash } from 'node:crypto'
import { sheetRead, type SheetAct, type SheetWhy } from '#contract/recon-exception-sheets.ts'
import { isDay } from '#contract/kit/text-forms.ts'
import type { Day } from '#contract/kit/zoned-day.ts'
import type { FilledRow } from './decided-rows.ts'
import { rowKeyOf, type RowKey } from './row-key.ts'
import { actOf, plainText } from './sheet-words.ts'

/** What a row asks for. */
export interface AskedRow {
  no: number
  key: RowKey
  /** Null where it gives an owner alone. */
  act: SheetAct | null
  reason: string
  untilDay: Day | undefined
  /** Null takes the owner away; undefined leaves them. */
  ownerId: string | null | undefined
}
/** A row of the sheet as it is kept, with what it asks for, or why it asks for nothing that can be done. */
export interface SheetRow {
  no: number
  recordRef: string
  act: string
  /** All that it says. */
  content: string
  asked: AskedRow | { verdict: 'unknown' | 'invalid'; why: SheetWhy; params?: Record<string, string | number> }
}
interface By {
  today: Day
  ownerOf(text: string): string | null | undefined
}
const reasonMost = 500
const actWritten = 60

/** Makes out what each row asks for. A record that stands there twice is decided by its first row. */
export function askedRows(filled: readonly FilledRow[], by: By): SheetRow[] {
  const first = new Map<string, number>()
  return filled.map((row) => {
    const key = rowKeyOf(row.sheet_key)
    const recordRef = key?.recordRef ?? ''
    const earlier = first.get(recordRef)
    if (key && earlier === undefined) first.set(recordRef, row.no)
    const asked = ((): SheetRow['asked'] => {
      if (sheetRead.some((field) => row[field].startsWith('='))) return { verdict: 'invalid', why: 'formula' }
      if (key === null) return { verdict: 'unknown', why: 'not_a_row' }
      if (earlier !== undefined) return { verdict: 'invalid', why: 'given_twice', params: { row: earlier } }
      return askedOf(row, key, by)
    })()
    const act = 'key' in asked ? (asked.act ?? '') : (actOf(row.sheet_act) ?? row.sheet_act.slice(0, actWritten))
    return { no: row.no, recordRef, act, content: contentOf(row), asked }
  })
}

function askedOf(row: FilledRow, key: RowKey, { today, ownerOf }: By): SheetRow['asked'] {
  const { sheet_act: actText, sheet_reason: reason, sheet_until: until, sheet_owner: owner } = row
  const invalid = (why: SheetWhy) => ({ verdict: 'invalid', why }) as const
  const act = actText === '' ? null : actOf(actText)
  if (act === null && actText !== '') return invalid('act_unknown')
  if (act === null && owner === '') return invalid('no_act')
  const ownerId = owner === '' ? undefined : ownerOf(owner)
  if (owner !== '' && ownerId === undefined) return invalid('owner_unknown')
  if (reason.length > reasonMost) return invalid('reason_too_long')
  if (act === 'comment' && reason === '') return invalid('comment_missing')
  if (until !== '' && !isDay(until)) return invalid('not_a_day')
  if (act === 'expect' && until === '') return invalid('until_missing')
  if (act !== 'expect' && until !== '' && ownerId === undefined) return invalid('until_unwanted')
  if (act === 'expect' && until <= today) return invalid('until_past')
  return { no: row.no, key, act, reason, untilDay: until === '' ? undefined : until, ownerId }
}

/** Of what a row says, however its program has written it. */
function contentOf({ sheet_key, sheet_act, sheet_reason, sheet_until, sheet_owner }: FilledRow): string {
  const said = [sheet_key, actOf(sheet_act) ?? plainText(sheet_act), sheet_reason, sheet_until, plainText(sheet_owner)]
  const hex = createHash('sha256').update(JSON.stringify(said)).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
