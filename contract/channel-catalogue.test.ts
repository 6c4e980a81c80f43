import { describe, expect, test } from 'vitest'
import { catalogue, catalogueEntry } from './channel-catalogue.ts'
import { external } from './channel-catalogue/external.ts'
import { currencyCodes } from './kit/money.ts'
import { timeZone } from './kit/wire.ts'
import { railAmong } from './payout-rails.ts'
import { wayOf } from './methods.ts'
import { updateCountryMethods } from './remittance-methods.ts'

const entries = catalogue.map((entry) => [entry.key, entry] as const)

test('keys are unique and upper case, and are found', () => {
  expect(new Set(catalogue.map(({ key }) => key)).size).toBe(catalogue.length)
  for (const [key, entry] of entries) {
    expect(key).toMatch(/^[A-Z][A-Z0-9]*(_[A-Z]+)*$/)
    expect(catalogueEntry(key)).toBe(entry)
  }
  expect(catalogueEntry('NOBODY')).toBeUndefined()
})

test('no key of a channel looks like a country: one path has either', () => {
  const { params } = updateCountryMethods
  for (const [key] of entries)
    for (const connection of [key, ...[2, 3, 4, 5].map((number) => `${key}_${number}`)])
      expect(params.country.safeParse(connection).success, connection).toBe(false)
  expect(params.country.safeParse('SG').success).toBe(true)
})

describe.each(entries)('%s', (_key, entry) => {
  const { countries, currencies, ways, credentials, cardEntry, type, payTypes, payouts } = entry

  test('is in countries that are written as ISO 3166 has them', () => {
    if (countries === 'GLOBAL') return
    expect(new Set(countries).size).toBe(countries.length)
    for (const country of countries) expect(country).toMatch(/^[A-Z]{2}$/)
  })

  test('has ways that the page can offer, each once', () => {
    for (const way of ways) expect(wayOf(way.type, way.subType), `${way.type} ${way.subType}`).toBeDefined()
    expect(new Set(ways.map((way) => `${way.type} ${way.subType}`)).size).toBe(ways.length)
  })

  test('takes in each way only currencies and countries of its own and of the way', () => {
    for (const way of ways) {
      const places = wayOf(way.type, way.subType)?.places
      for (const currency of way.currencies ?? []) expect(currencies ?? currencyCodes).toContain(currency)
      for (const country of way.countries ?? []) {
        if (places) expect(Object.keys(places), `${way.type} ${way.subType}`).toContain(country)
        if (countries !== 'GLOBAL') expect(countries).toContain(country)
      }
    }
  })

  test('has a smallest amount below the largest, both positive whole minor units', () => {
    for (const { minimum = {}, maximum = {}, currencies: taken } of ways) {
      for (const bound of [minimum, maximum])
        for (const [currency, amount] of Object.entries(bound)) {
          expect(taken ?? currencies ?? currencyCodes).toContain(currency)
          expect(Number.isSafeInteger(amount) && amount > 0).toBe(true)
        }
      for (const currency of currencyCodes)
        expect(minimum[currency] ?? 0).toBeLessThan(maximum[currency] ?? Number.POSITIVE_INFINITY)
    }
  })

  test('counts refunds only where there are several, and days that are days', () => {
    for (const { refunds } of ways) {
      if (refunds.most !== undefined) expect(refunds.kind).toBe('several')
      if (refunds.days !== undefined) expect(refunds.kind).not.toBe('none')
      expect(refunds.days ?? 1).toBeGreaterThan(0)
    }
  })

  test('asks for credentials by names of their own, with patterns that compile and no anchors', () => {
    expect(new Set(credentials.map(({ name }) => name)).size).toBe(credentials.length)
    for (const { name, pattern, label, where, ours } of credentials) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(name).not.toMatch(/^key\d/)
      expect(label).not.toBe('')
      // One's own bank has no dashboard that all merchants know.
      if (!ours && type !== 'Bank') expect(where).not.toBe('')
      for (const source of Object.values(pattern ?? {})) {
        expect(() => new RegExp(`^(?:${source})$`, 'u')).not.toThrow()
        expect(source).not.toMatch(/^\^|\$$/)
      }
    }
  })

  test('says how a card is entered if and only if it takes cards', () => {
    const byCard = ways.some((way) => wayOf(way.type, way.subType)?.asks.includes('card'))
    if (ways.length > 0) expect(cardEntry !== null).toBe(byCard)
  })

  test('says how it pays out if and only if it does, and where it may be used', () => {
    expect(payouts !== undefined).toBe(payTypes.includes('PAYOUT'))
    for (const { countries: there, currencies: paid } of payouts?.rails ?? []) {
      if (countries !== 'GLOBAL') for (const country of there) expect(countries).toContain(country)
      for (const currency of paid ?? []) expect(currencies ?? currencyCodes).toContain(currency)
    }
  })

  test('has rails that open, with bounds and fees that are amounts, each taking what no rail before it takes', () => {
    const rails = payouts?.rails ?? []
    expect(new Set(rails.map(({ key }) => key)).size).toBe(rails.length)
    for (const rail of rails) {
      const { minimum = {}, maximum = {}, fee, hours, to } = rail
      const [country = 'ZZ', currency = 'SGD'] = [
        rail.countries === 'GLOBAL' ? 'ZZ' : rail.countries[0],
        rail.currencies?.[0],
      ]
      expect(railAmong(rails, { type: to, country }, currency)).toBe(rail)
      for (const amount of [minimum, maximum, fee.minimum ?? {}, fee.flat ?? {}].flatMap(Object.values))
        expect(Number.isSafeInteger(amount) && amount > 0).toBe(true)
      for (const code of currencyCodes)
        expect(minimum[code] ?? 0).toBeLessThan(maximum[code] ?? Number.POSITIVE_INFINITY)
      expect(hours.days.length).toBeGreaterThan(0)
      expect(`${hours.opens}-${hours.cutOff}`).toMatch(/^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/)
      expect(hours.opens < hours.cutOff).toBe(true)
      expect(timeZone.safeParse(hours.zone).success).toBe(true)
    }
  })

  test('has nothing to take and nothing to connect if it only reconciles', () => {
    if (type !== 'External') return
    expect({ ways, credentials, cardEntry }).toEqual({ ways: [], credentials: [], cardEntry: null })
  })
})

test('fourteen channels or more only reconcile, with no adapter and no call-backs', () => {
  expect(external.length).toBeGreaterThanOrEqual(14)
  expect(catalogue.filter(({ type }) => type === 'External')).toEqual(external)
  for (const { provider, onboarding, callbacks } of external)
    expect({ provider, onboarding, callbacks }).toEqual({ provider: null, onboarding: [], callbacks: 'none' })
})
