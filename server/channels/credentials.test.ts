import { describe, expect, it } from 'vitest'
import { catalogueEntry } from '#contract/channel-catalogue.ts'
import type { CatalogueEntry } from '#contract/channel-catalogue/entry.ts'
import { Fault } from '#contract/faults.ts'
import { maskedCredentials, maskOf, mergeCredentials } from './credentials.ts'

const stripe = catalogueEntry('STRIPE') as CatalogueEntry
const keys = { publishable_key: 'pk_test_abcdefghij', secret_key: 'sk_test_0123456789' }
const refused = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    if (error instanceof Fault)
      return [error.fault, ...(error.errors ?? []).map(({ path, reason }) => `${path} ${reason}`)]
    throw error
  }
  throw new Error('not refused')
}

describe('a mask', () => {
  it.each([
    ['', ''],
    ['a', '*'],
    ['1234567', '*******'],
    ['12345678', '*****678'],
    [`sk_test_${'x'.repeat(60)}abc`, `${'*'.repeat(40)}abc`],
  ])('of %j is %j', (value, mask) => {
    expect(maskOf(value)).toBe(mask)
  })

  it('is of secrets alone, and not of what the catalogue does not name or we keep ourselves', () => {
    expect(maskedCredentials(stripe, { ...keys, webhook_secret: 'whsec_0123456789', account: 'x' })).toEqual({
      publishable_key: 'pk_test_abcdefghij',
      secret_key: '***************789',
    })
  })
})

describe('credentials that are sent', () => {
  it('are kept as they are, trimmed of nothing', () => {
    expect(mergeCredentials(stripe, 'sandbox', { sent: keys })).toEqual({
      credentials: keys,
      changed: ['publishable_key', 'secret_key'],
    })
  })

  it.each([
    ['nothing', ''],
    ['asterisks', '**********'],
    ['its own mask', maskOf(keys.secret_key)],
    ['itself', keys.secret_key],
  ])('stay what they are where %s is sent', (_name, secret_key) => {
    const { credentials, changed } = mergeCredentials(stripe, 'sandbox', {
      sent: { secret_key },
      kept: { ...keys, webhook_secret: 'w' },
    })
    expect({ credentials, changed }).toEqual({ credentials: { ...keys, webhook_secret: 'w' }, changed: [] })
  })

  it('replace those that are there', () => {
    const secret_key = 'rk_test_9876543210'
    expect(mergeCredentials(stripe, 'sandbox', { sent: { secret_key }, kept: keys })).toEqual({
      credentials: { ...keys, secret_key },
      changed: ['secret_key'],
    })
  })

  it.each([
    ['a field that is missing', {}, ['invalidRequest', 'creds.publishable_key required', 'creds.secret_key required']],
    [
      'asterisks with nothing behind them',
      { ...keys, secret_key: '*****' },
      ['invalidRequest', 'creds.secret_key required'],
    ],
    [
      'a mask of something else',
      { ...keys, secret_key: '*****xyz' },
      ['invalidRequest', 'creds.secret_key not_a_credential'],
    ],
    ['an unknown field', { ...keys, key1: 'x' }, ['invalidRequest', 'creds.key1 unknown_field']],
    [
      'a field that is ours',
      { ...keys, webhook_secret: 'whsec_x' },
      ['invalidRequest', 'creds.webhook_secret unknown_field'],
    ],
    ['a name of the prototype', { ...keys, constructor: 'x' }, ['invalidRequest', 'creds.constructor unknown_field']],
    ['a malformed value', { ...keys, secret_key: 'sk_test_' }, ['invalidRequest', 'creds.secret_key not_a_credential']],
    ['a line break', { ...keys, secret_key: 'sk_test_01234567\n89' }, ['invalidRequest', 'creds.secret_key one_line']],
    [
      'a key of live mode',
      { ...keys, secret_key: 'sk_live_0123456789' },
      ['credentialsRefused', 'creds.secret_key other_environment'],
    ],
  ])('are refused for %s', (_name, sent, why) => {
    expect(refused(() => mergeCredentials(stripe, 'sandbox', { sent: sent as Record<string, string> }))).toEqual(why)
  })

  it('are refused in live mode for a key of test mode', () => {
    expect(refused(() => mergeCredentials(stripe, 'live', { sent: keys }))).toEqual([
      'credentialsRefused',
      'creds.publishable_key other_environment',
      'creds.secret_key other_environment',
    ])
  })

  it('keep their lines where the catalogue allows several', () => {
    const pem = '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----'
    const entry = {
      ...stripe,
      credentials: [{ name: 'key', label: 'Key', where: '', secret: true, multiline: true as const }],
    }
    expect(mergeCredentials(entry, 'sandbox', { sent: { key: pem } }).credentials).toEqual({ key: pem })
  })

  it('are at most 16 kB together', () => {
    const fields = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, label: name, where: '', secret: true }))
    const sent = Object.fromEntries(fields.map(({ name }) => [name, 'x'.repeat(4_000)]))
    expect(refused(() => mergeCredentials({ ...stripe, credentials: fields }, 'sandbox', { sent }))).toEqual([
      'invalidRequest',
      'creds too_long',
    ])
  })
})
