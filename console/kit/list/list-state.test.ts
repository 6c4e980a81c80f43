import { paymentList } from '#contract/payment-list.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { paymentLinkList } from '#contract/payment-links.ts'
import {
  listBody,
  pageSizes,
  readListState,
  reservedNames,
  sameSearch,
  viewSearch,
  writeListState,
  type ListState,
} from './list-state.ts'

const { status, currency } = paymentLinkList.filters
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const minute = fc.tuple(day, fc.nat(23), fc.nat(59)).map(([date, hour, minutes]) => {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date}T${two(hour)}:${two(minutes)}Z`
})
const amount = fc.nat(10_000_000).map((minor) => minor / 100)
const states: fc.Arbitrary<ListState> = fc.record({
  search: fc.string({ maxLength: 30 }),
  filters: fc.record(
    {
      status: fc.uniqueArray(fc.constantFrom(...status.values), { minLength: 1 }),
      currency: fc.uniqueArray(fc.constantFrom(...currency.values), { minLength: 1 }),
      created_at: fc.oneof(
        fc.record({ from: day }),
        fc.record({ to: day }),
        fc.record({ from: day, to: day }),
        fc.record({ from: minute, to: minute }),
      ),
      amount: fc.oneof(fc.record({ min: amount }), fc.record({ max: amount }), fc.record({ min: amount, max: amount })),
      email: fc.emailAddress(),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<ListState['filters']>,
  sort: fc.record({ column: fc.constantFrom(...paymentLinkList.sorts), order: fc.constantFrom('asc', 'desc') }),
  size: fc.constantFrom(...pageSizes),
  cursor: fc.string({ maxLength: 40 }),
  view: fc.constantFrom('', 'all', '01890a5d-ac96-774b-bcce-b302099a8057'),
})

describe('the address of a list', () => {
  it('holds the whole state, through a real address and back', () => {
    fc.assert(
      fc.property(states, (state) => {
        const address = new URLSearchParams(writeListState(paymentLinkList, state)).toString()
        const raw = Object.fromEntries(new URLSearchParams(address))
        expect(readListState(paymentLinkList, raw)).toEqual(state)
      }),
    )
  })
  it('is empty for the default state', () => {
    expect(writeListState(paymentLinkList, readListState(paymentLinkList, {}))).toEqual({})
  })
  it('leaves out the size of pages that the user has chosen', () => {
    const usual = readListState(paymentLinkList, {}, 100)
    expect(usual.size).toBe(100)
    expect(writeListState(paymentLinkList, usual, 100)).toEqual({})
    expect(writeListState(paymentLinkList, usual, 25)).toEqual({ size: '100' })
  })
  it('is that of a view whatever the size of its pages', () => {
    const saved = viewSearch(paymentLinkList, readListState(paymentLinkList, { status: 'created', size: '50' }))
    expect(saved).toEqual({ status: 'created' })
    expect(sameSearch({ size: '10', status: 'created' }, saved)).toBe(true)
    expect(sameSearch({ status: 'success' }, saved)).toBe(false)
  })
  it('is read without errors, whatever somebody typed', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('status', 'amount', 'created_at', 'sort', 'size', 'q'), fc.string()),
        (raw) => {
          const body = listBody(paymentLinkList, readListState(paymentLinkList, raw), 'Asia/Singapore')
          expect(paymentLinkList.body.safeParse(body).error).toBeUndefined()
        },
      ),
    )
    expect(readListState(paymentLinkList, { status: 'created,nonsense', sort: '-email', size: '7' })).toMatchObject({
      filters: { status: ['created'] },
      sort: { column: 'created_at', order: 'desc' },
      size: 25,
    })
  })
  it('has parameter names that no filter of any list has', () => {
    const filters = [...Object.values(contract), { paymentList }].flatMap((domain) =>
      Object.values(domain).flatMap((value: unknown) =>
        typeof value === 'object' && value && 'sorts' in value && 'filters' in value
          ? Object.keys(value.filters as object)
          : [],
      ),
    )
    expect(filters.length).toBeGreaterThan(5)
    expect(filters.filter((name) => (reservedNames as readonly string[]).includes(name))).toEqual([])
  })
})

describe('the body of the request', () => {
  it('turns days of the merchant’s time zone into moments, the last day included', () => {
    const state = readListState(paymentLinkList, { created_at: '2026-11-01..2026-11-20', q: 'tan' })
    expect(listBody(paymentLinkList, state, 'Asia/Singapore')).toEqual({
      pagesize: 25,
      search: 'tan',
      filters: { created_at: { from: '2026-10-31 16:00:00', to: '2026-11-20 16:00:00' } },
      sorting_data: [{ column: 'created_at', order: 'desc' }],
    })
  })
  it('handles the days on which clocks change', () => {
    const ask = (range: string) =>
      listBody(paymentLinkList, readListState(paymentLinkList, { created_at: range }), 'Europe/Berlin')
    expect(ask('2026-03-29..2026-03-29')).toMatchObject({
      filters: { created_at: { from: '2026-03-28 23:00:00', to: '2026-03-29 22:00:00' } },
    })
    expect(ask('2026-10-25..2026-10-25')).toMatchObject({
      filters: { created_at: { from: '2026-10-24 22:00:00', to: '2026-10-25 23:00:00' } },
    })
  })
})
