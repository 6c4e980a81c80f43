import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandOf, cvcLengthOf, numberFault } from '#checkout/card.ts'
import type { TypedCard } from '#checkout/card-provider.ts'
import { simulator as browserHalf } from '#checkout/providers/simulator.ts'
import { simulatorProvider } from './adapter.ts'
import { brands, declineReasonOf, mannerOf, shownCards, testCardOf, testCards } from './cards.ts'
import { publishableKey, secretKey } from './fixtures.ts'
import { type Simulator, startSimulator } from './main.ts'

/** The page's script and the simulated provider, each with its own rules for cards. */
const dir = mkdtempSync(join(tmpdir(), 'card-token-'))
let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, host: '127.0.0.1', dir, secretKey, publishableKey })
})
afterAll(async () => {
  await simulator.close()
  rmSync(dir, { recursive: true, force: true })
})
const cardEntry = () => {
  const url = `http://127.0.0.1:${simulator.port}`
  const entry = simulatorProvider({ url, secretKey, publishableKey }).cardEntry()
  if (!entry) throw new Error('no card entry')
  return entry
}
const tokenFor = (card: TypedCard, change: Record<string, string> = {}) =>
  browserHalf.tokenFor(card, { ...cardEntry().settings, ...change })
const year = new Date().getUTCFullYear() + 2
const card: TypedCard = {
  number: '4242 4242 4242 4242',
  expiry: `12/${String(year).slice(2)}`,
  cvc: '123',
  holder: 'Ada',
}

describe('a typed card', () => {
  test.each(testCards)('$number becomes a token, and is of the same brand to both', async ({ number, brand }) => {
    expect(brandOf(number)).toBe(brand)
    expect(numberFault(number, brands)).toBeUndefined()
    const cvc = '1234'.slice(0, cvcLengthOf(brandOf(number)))
    expect(await tokenFor({ ...card, number, cvc })).toEqual({
      kind: 'token',
      token: expect.stringMatching(/^tok_/) as string,
    })
  })

  test.each<[string, Partial<TypedCard>, string, string]>([
    ['no number', { number: '' }, 'number', 'numberMissing'],
    ['a wrong digit', { number: '4242424242424241' }, 'number', 'numberInvalid'],
    ['a brand that it does not take', { number: '6011111111111117' }, 'number', 'brandNotAccepted'],
    ['a real card', { number: '4000056655665556' }, 'number', 'testCardsOnly'],
    ['no date', { expiry: '' }, 'expiry', 'expiryInvalid'],
    ['a thirteenth month', { expiry: '13/40' }, 'expiry', 'expiryInvalid'],
    ['a card of the past', { expiry: '01/20' }, 'expiry', 'expiryPast'],
    ['a short code', { cvc: '12' }, 'cvc', 'cvcThree'],
    ['no name', { holder: ' ' }, 'holder', 'holderMissing'],
  ])('what the provider says of %s is said at its field', async (_, change, field, fault) => {
    expect(await tokenFor({ ...card, ...change })).toEqual({ kind: 'field', field, fault })
  })

  test('whose tokenisation fails without a field error has failed, and an unreachable provider is no decline', async () => {
    expect(await tokenFor(card, { publishable_key: 'pk_other' })).toEqual({ kind: 'failed' })
    expect(await tokenFor(card, { token_url: 'http://127.0.0.1:9/v1/tokens' })).toEqual({ kind: 'unreachable' })
  })
})

describe('the card entry', () => {
  test('names the only origin that the page connects to', () => {
    const { settings, connectOrigins } = cardEntry()
    expect(connectOrigins).toEqual([new URL(settings['token_url'] ?? '').origin])
  })

  test.each(shownCards)('shows $number, which does as the page says: $outcome', ({ number, outcome }) => {
    const { payment, authentication } = mannerOf(testCardOf(number)?.scenario ?? 'success')
    const declined = payment?.decline && declineReasonOf[payment.decline]
    expect(declined ?? (authentication === 'challenge' ? 'asked' : 'paid')).toBe(outcome)
  })
})
