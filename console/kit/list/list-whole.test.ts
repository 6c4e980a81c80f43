import { describe, expect, it } from 'vitest'
import { userList } from '#contract/users.ts'
import { nameOrder } from '#console/kit/i18n/name-order.ts'
import { pageOfWhole } from './list-whole.ts'
import { readListState } from './list-state.ts'

const rows = [
  { name: 'Zoë', email_address: 'zoe@shop.example', roles: ['admin'], status: 'active', created_at: '2026-01-03 00:00:00' },
  { name: 'Bo', email_address: 'bo@shop.example', roles: ['payment-user', 'recon-user'], status: 'invited', created_at: '2026-01-02 00:00:00' },
  { name: 'Ada', email_address: 'ada@other.example', roles: ['payment-user'], status: 'inactive', created_at: '2026-01-01 00:00:00' },
] // prettier-ignore
const names = (raw: Record<string, string>) => pageOfWhole(userList, rows, readListState(userList, raw), nameOrder('en')).content.map(({ name }) => name) // prettier-ignore

describe('a list with all of its rows in the browser', () => {
  it('is sorted, newest first by default', () => {
    expect(names({})).toEqual(['Zoë', 'Bo', 'Ada'])
    expect(names({ sort: 'name' })).toEqual(['Ada', 'Bo', 'Zoë'])
    expect(names({ sort: '-name' })).toEqual(['Zoë', 'Bo', 'Ada'])
  })
  it('searches every text column, ignoring case and accents', () => {
    expect(names({ q: 'ZOE' })).toEqual(['Zoë'])
    expect(names({ q: 'shop.ex' })).toEqual(['Zoë', 'Bo'])
    expect(names({ q: 'recon' })).toEqual(['Bo'])
    expect(names({ q: 'nobody' })).toEqual([])
  })
  it('keeps rows that match one value of every filter', () => {
    expect(names({ roles: 'payment-user' })).toEqual(['Bo', 'Ada'])
    expect(names({ roles: 'payment-user', status: 'invited,active' })).toEqual(['Bo'])
  })
  it('pages forward and back, and an invalid cursor starts at the first page', () => {
    const many = Array.from({ length: 23 }, (_, at) => ({ ...rows[0], name: `n${String(at).padStart(2, '0')}` }))
    const page = (cursor: string) =>
      pageOfWhole(userList, many, { ...readListState(userList, { sort: 'name', size: '10' }), cursor }, nameOrder('en'))
    expect(page('')).toMatchObject({ total_elements: 23, next_cursor: '10', previous_cursor: null, page: 1 })
    expect(page('10')).toMatchObject({ next_cursor: '20', previous_cursor: '0', page: 2 })
    expect(page('20').content.map(({ name }) => name)).toEqual(['n20', 'n21', 'n22'])
    expect(page('20').next_cursor).toBeNull()
    for (const odd of ['x', '-1', '999999', '1e3']) expect(page(odd).content.length).toBeGreaterThan(0)
  })
})
