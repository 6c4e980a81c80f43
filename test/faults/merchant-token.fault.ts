import { afterAll, beforeAll, expect, test } from 'vitest'
import { merchantToken } from '#test/merchant-token.ts'
import { openTestApp, type TestApp, type TestMerchant } from '#test/test-app.ts'
import { countOf, report } from './counts.ts'

/** A token of a merchant's server in which one bit is not as it was signed. */
const flips = countOf(10_000, 100)
let testApp: TestApp
let merchant: TestMerchant
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
})
afterAll(() => testApp.close())

const statusOf = async (token: string) =>
  (
    await testApp.call(null, 'GET', `/merchants/paymentLink/${'0'.repeat(27)}/valid`, undefined, {
      authorization: `Bearer ${token}`,
    })
  ).status

test(`${flips} tokens with one flipped bit: none is believed`, { timeout: countOf(600_000, 60_000) }, async () => {
  const token = Buffer.from(await merchantToken(merchant, { claims: { exp: Math.floor(Date.now() / 1000) + 3_000 } }))
  const believed: number[] = []
  for (let flip = 0; flip < flips; flip += 1) {
    // Every bit of the token in turn, those of its end first: a signature's spare bits are where it is soft.
    const bit = token.length * 8 - 1 - (flip % (token.length * 8))
    const flipped = Buffer.from(token)
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    // What cannot stand in a header never reaches us; here it goes in by its printable part.
    if (!/^[\x21-\x7e]+$/.test(flipped.toString('latin1'))) continue
    if ((await statusOf(flipped.toString('latin1'))) !== 401) believed.push(bit)
  }
  expect(believed).toEqual([])
  expect(await statusOf(token.toString())).toBe(404)
  report(`merchant tokens: ${flips} bit flips, none believed`)
})
