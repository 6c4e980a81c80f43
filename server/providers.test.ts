import { expect, test } from 'vitest'
import { cardProviders } from '#checkout/card-provider.ts'
import { catalogue } from '#contract/channel-catalogue.ts'
import { readConfig } from './config.ts'
import type { Parts } from './parts.ts'
import { openProviders, providerNames } from './providers.ts'

const parts = { config: readConfig({}, [], '/'), simulatorKeys: { secretKey: 'sk', publishableKey: 'pk' } } as Parts

test.each(providerNames)(
  '%s has the browser half that its card entry needs, and the catalogue says the same',
  (name) => {
    const entry = openProviders(parts)(name, {}, 'sandbox').cardEntry()
    const half = cardProviders[name]
    expect(half ? ('mount' in half ? 'script' : 'fields') : undefined).toBe(entry?.kind)
    const inCatalogue = catalogue.filter(({ provider }) => provider === name).map(({ cardEntry }) => cardEntry)
    for (const kind of inCatalogue) expect(kind === 'page' || kind === null ? undefined : kind).toBe(entry?.kind)
  },
)

test('no browser half belongs to a provider that is not there', () => {
  expect(Object.keys(cardProviders).filter((name) => !providerNames.includes(name))).toEqual([])
})

test('an adapter is opened once for each set of credentials', () => {
  const open = openProviders(parts)
  expect(open('simulator', { account: 'a' }, 'live')).toBe(open('simulator', { account: 'a' }, 'live'))
  expect(open('simulator', { account: 'a' }, 'live')).not.toBe(open('simulator', { account: 'b' }, 'live'))
  expect(open('simulator', { account: 'a' }, 'live')).not.toBe(open('simulator', { account: 'a' }, 'sandbox'))
  expect(() => open('nobody', {}, 'sandbox')).toThrow('no adapter for the provider nobody')
})
