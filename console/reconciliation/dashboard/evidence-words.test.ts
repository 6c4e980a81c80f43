import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { keySeparator } from '#console/kit/i18n/i18n.ts'
import { evidenceWords } from './evidence-words.ts'

type Told = Parameters<typeof evidenceWords>[0]
const record = (changes: Partial<Told>): Told => ({ status: 'matched', mismatches: [], record_type: 'payment', amount: '511.9', currency: 'EUR', net_currency: 'EUR', amount_mismatch: '0', fee_mismatch: '0', tax_mismatch: '0', days_off: 0, due_on: null, rule_key: 'provider_reference', members: [], suggested: [], suggested_strength: '', evidence: {}, ...changes }) // prettier-ignore
const member = (side: 'a' | 'b', amount: string) => ({ side, amount, currency: 'EUR' }) as Told['members'][number]
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')
const said = (changes: Partial<Told>) => plain(evidenceWords(record(changes), 'en'))

beforeAll(async () => {
  const resources = { en: { translation: english }, ar: { translation: arabic } }
  await i18next.init({ lng: 'en', resources, keySeparator, nsSeparator: false, interpolation: { escapeValue: false } })
})

describe('the sentence of a record', () => {
  it('says by what it was matched, and how many of each side', () => {
    expect(said({ evidence: { by: ['provider_ref', 'provider_ref'] } })).toBe("Matched one to one by the provider's reference.") // prettier-ignore
    expect(said({ evidence: { by: ['provider_ref', 'other_ref'] } })).toBe("Matched one to one: the provider's reference of ours is another reference of theirs.") // prettier-ignore
    expect(said({ evidence: { ours: 1, theirs: 3 } })).toBe('3 lines of theirs sum to one transaction of ours.')
  })

  it('says both amounts and their difference, beyond the tolerance or within', () => {
    const differing = { members: [member('a', '63.9'), member('b', '31.95')], mismatches: ['amount' as const], status: 'amount_mismatch' as const } // prettier-ignore
    expect(said({ ...differing, amount_mismatch: '-31.95', evidence: { by: ['merchant_ref', 'merchant_ref'], tolerance: '0.01' } })).toBe('Matched one to one by the order ID. They have 31.95 EUR and we have 63.90 EUR: 31.95 EUR less, beyond the tolerance of 0.01 EUR.') // prettier-ignore
    expect(said({ ...differing, evidence: { by: ['merchant_ref', 'merchant_ref'] } })).toContain('31.95 EUR less')
    expect(said({ amount_mismatch: '-0.01', evidence: { tolerance: '0.01' } })).toContain('A difference of 0.01 EUR is within the tolerance of 0.01 EUR.') // prettier-ignore
  })

  it('says of what is missing the nearest and why it was not taken', () => {
    const nearest = { key: 'k', type: 'payment', amount: '511.9', currency: 'USD' }
    const missing = { status: 'missing_in_settlement' as const, due_on: '2026-03-09' }
    expect(said({ ...missing, evidence: { nearest: { ...nearest, why: 'other_currency' } } })).toBe('Same reference, other currency: 511.90 EUR here, 511.90 USD there. It was due by 9 Mar 2026.') // prettier-ignore
    expect(said({ status: 'missing_in_transactions', evidence: { nearest: { ...nearest, why: 'other_type', type: 'reserve' } } })).toBe('Same reference, other type: Payment here, Reserve there.') // prettier-ignore
    expect(said({ status: 'missing_in_transactions' })).toBe('Nothing on the other side has its reference.')
  })

  it('says where sums were not searched further, unless something is suggested', () => {
    const missing = { status: 'missing_in_transactions' as const, evidence: { not_searched_further: true } }
    expect(said(missing)).toBe('Nothing on the other side has its reference. Not all sums that could make it up were tried, because there are too many.') // prettier-ignore
    expect(said({ ...missing, suggested_strength: 'ambiguous' })).not.toContain('too many')
  })

  it('is in Arabic as well, for each outcome', async () => {
    await i18next.changeLanguage('ar')
    for (const status of [
      'duplicate',
      'missing_in_settlement',
      'missing_in_transactions',
      'matched',
      'expected',
      'adjustment',
    ] as const)
      // prettier-ignore
      expect(plain(evidenceWords(record({ status, due_on: '2026-03-09', evidence: { not_searched_further: true } }), 'ar')), status).toMatch(/^[^a-z]+$/)
    await i18next.changeLanguage('en')
  })
})
