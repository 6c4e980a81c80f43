import { describe, expect, it } from 'vitest'
import { askedRows } from './ask-rows.ts'
import type { FilledRow } from './decided-rows.ts'
import { rowKeyOf, rowKeyText } from './row-key.ts'

const key = { recordRef: '1.a.payment:1', digest: '0123456789abcdef', madeAt: new Date('2026-11-01T00:00:00.000Z') }
const by = {
  today: '2026-11-10',
  ownerOf: (text: string) => (text === 'Bob' ? 'id of Bob' : text === 'nobody' ? null : undefined),
}
const row = (more: Partial<FilledRow>): FilledRow => ({
  no: 2,
  sheet_key: rowKeyText(key),
  sheet_act: '',
  sheet_reason: '',
  sheet_until: '',
  sheet_owner: '',
  ...more,
})
const asked = (more: Partial<FilledRow>) => askedRows([row(more)], by)[0]

describe('what a row asks for', () => {
  it('is read in any language, whoever has exported the sheet', () => {
    for (const act of ['write_off', 'Write off the difference', ' WRITE OFF THE DIFFERENCE ', 'شطب الفرق'])
      expect(asked({ sheet_act: act })?.asked).toMatchObject({ act: 'write_off', key })
    expect(asked({ sheet_owner: 'Bob', sheet_until: '2026-12-01' })?.asked).toMatchObject({
      act: null,
      ownerId: 'id of Bob',
      untilDay: '2026-12-01',
    })
    expect(asked({ sheet_owner: 'nobody' })?.asked).toMatchObject({ ownerId: null })
    expect(asked({ sheet_act: 'accept' })?.asked).toMatchObject({ ownerId: undefined })
  })

  it.each<[Partial<FilledRow>, string]>([
    [{ sheet_act: 'Delete' }, 'act_unknown'],
    [{ sheet_reason: 'why' }, 'no_act'],
    [{ sheet_act: 'expect' }, 'until_missing'],
    [{ sheet_act: 'expect', sheet_until: '2026-11-10' }, 'until_past'],
    [{ sheet_act: 'expect', sheet_until: '2026-11-31' }, 'not_a_day'],
    [{ sheet_act: 'accept', sheet_until: '2026-12-01' }, 'until_unwanted'],
    [{ sheet_owner: 'Eve' }, 'owner_unknown'],
    [{ sheet_act: 'accept', sheet_reason: 'x'.repeat(501) }, 'reason_too_long'],
    [{ sheet_act: 'comment' }, 'comment_missing'],
    [{ sheet_act: 'accept', sheet_reason: '=1+1' }, 'formula'],
    [{ sheet_act: '=A1' }, 'formula'],
    [{ sheet_act: 'accept', sheet_key: '1.a.payment:1' }, 'not_a_row'],
  ])('of %o is nothing: %s', (more, why) => {
    expect(asked(more)?.asked).toMatchObject({ why, verdict: why === 'not_a_row' ? 'unknown' : 'invalid' })
  })

  it('is decided by the first row of a record, and a second one names it', () => {
    const rows = askedRows([row({ sheet_act: 'accept' }), row({ no: 7, sheet_act: 'unmatch' })], by)
    expect(rows[1]?.asked).toEqual({ verdict: 'invalid', why: 'given_twice', params: { row: 2 } })
  })

  it('is the same content however its program has written it, and another one for another sheet', () => {
    const contentOf = (more: Partial<FilledRow>) => asked({ sheet_act: 'accept', ...more })?.content
    expect(contentOf({ sheet_act: 'Accept as it is', no: 9 })).toBe(contentOf({}))
    const later = rowKeyText({ ...key, madeAt: new Date('2026-11-02T00:00:00.000Z') })
    for (const other of [{ sheet_act: 'unmatch' }, { sheet_reason: 'x' }, { sheet_owner: 'Bob' }, { sheet_key: later }])
      expect(contentOf(other)).not.toBe(contentOf({}))
  })
})

it('a key is read as it was written, and nothing else is one', () => {
  expect(rowKeyOf(` ${rowKeyText(key)} `)).toEqual(key)
  for (const text of ['', '1.a.x', '1.c.x#0123456789abcdef#abcdefgh', `${rowKeyText(key)}x`, '9999999999.a.x#0123456789abcdef#abcdefgh'])
    expect(rowKeyOf(text)).toBeNull()
}) // prettier-ignore
