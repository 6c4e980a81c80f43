import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkBody } from '#test/link-body.ts'
import { openTestApp, type TestApp, type TestMerchant } from '#test/test-app.ts'
import { newId } from '#server/kit/db/id.ts'
import { isToken, merchantHint, newReferenceOf, newTokenOf } from './merchant-hint.ts'
import { hashToken, newReference, newToken } from './token.ts'

let testApp: TestApp
let merchant: TestMerchant
let other: TestMerchant
beforeAll(async () => {
  testApp = await openTestApp()
  ;[merchant, other] = [await testApp.addMerchant(), await testApp.addMerchant()]
})
afterAll(() => testApp.close())
const sql = <R extends object>(text: string, values: unknown[] = []) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(text, values))

describe('the hint of a merchant', () => {
  it('is what the database makes of it', async () => {
    const ids = Array.from({ length: 200 }, newId)
    const rows = await sql<{ hint: string }>('select merchant_hint(id) as hint from unnest($1::uuid[]) id', [ids])
    expect(rows.map(({ hint }) => hint)).toEqual(ids.map(merchantHint))
    expect(merchantHint('01890a5d-ac96-774b-bcce-b302099a8057')).toMatch(/^[0-9A-Za-z]{4}$/)
    expect(new Set(ids.map(merchantHint)).size).toBeGreaterThan(190)
  })

  it('finds its merchants by an index', async () => {
    const [plan] = await testApp.owner.transaction(null, async (tx) => {
      await tx.query('set local enable_seqscan = off', [])
      return tx.read(`explain select merchant_id from merchants where merchant_hint(merchant_id) = 'abcd'`)
    })
    expect(plan?.[0]).toMatch(/merchants_by_hint/)
  })
})

describe('a token', () => {
  it('has its 256 random bits beside the hint, which is stored behind its hash', () => {
    const token = newTokenOf(merchant.merchantId)
    expect(Buffer.from(token.slice(0, 43), 'base64url')).toHaveLength(32)
    expect(token.slice(43)).toBe(merchantHint(merchant.merchantId))
    expect(newTokenOf(merchant.merchantId).slice(0, 43)).not.toBe(token.slice(0, 43))
    expect(hashToken(token).subarray(32).toString()).toBe(token.slice(43))
    expect([isToken(token), isToken(newToken()), isToken(`${token}a`), isToken(token.slice(1))]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('of a session opens with its hint, as one of before does without; with the hint of another merchant it is lost', async () => {
    const session = await testApp.signIn(merchant)
    expect(session.token).toHaveLength(43)
    const ask = (token: string) => testApp.call({ ...session, token }, 'GET', '/api/account/session')
    const before = await ask(session.token)
    const [hinted, misled] = [newTokenOf(merchant.merchantId), newTokenOf(other.merchantId)]
    for (const token of [hinted, misled])
      await sql(
        `insert into session_tokens (token_hash, merchant_id, session_id, environment, created_at) values ($1, $2, $3, 'sandbox', now())`,
        [hashToken(token), merchant.merchantId, session.sessionId],
      )
    expect((await ask(hinted)).status).toBe(before.status)
    expect(before.status).toBe(200)
    for (const lost of [misled, hinted.slice(0, 43), session.token + merchantHint(merchant.merchantId)])
      expect((await ask(lost)).status).toBe(401)
  })
})

describe('the reference of a link', () => {
  it('is 27 base62 characters that sort by the second, behind every one of before', () => {
    const [early, late] = [new Date('2014-05-13T16:53:20Z'), new Date('2150-06-19T23:21:35Z')]
    const last = newReference(late, Buffer.alloc(16, 255))
    const made = [early, new Date('2026-11-20T10:00:00Z'), new Date('2026-11-20T10:00:01Z'), late].map((at) =>
      newReferenceOf(merchant.merchantId, at),
    )
    for (const ref of made) expect(ref).toMatch(/^[0-9A-Za-z]{27}$/)
    for (const ref of made) expect(ref.slice(23)).toBe(merchantHint(merchant.merchantId))
    const inBytes = [last, ...made].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    expect(inBytes).toEqual([last, ...made])
    // The boundary that find_link knows.
    expect(last < 'aWgEPTl1tmebfsQzFP4bxwh' && 'aWgEPTl1tmebfsQzFP4bxwh' <= (made[0] ?? '')).toBe(true)
    expect(() => newReferenceOf(merchant.merchantId, new Date('2150-06-19T23:21:36Z'))).toThrow(RangeError)
    expect(new Set(Array.from({ length: 10_000 }, () => newReferenceOf(merchant.merchantId, late))).size).toBe(10_000)
  })

  it('leads to its merchant, as one of before does without a hint', async () => {
    const session = await testApp.signIn(merchant)
    const made = await testApp.call(session, 'POST', '/merchants/paymentLink', linkBody(session, 'Hinted'))
    const ref = /[0-9A-Za-z]{27}/.exec(made.text)?.[0] ?? ''
    expect(ref.slice(23)).toBe(merchantHint(merchant.merchantId))
    const find = async (wanted: string) =>
      (await sql<{ merchant_id: string }>('select merchant_id from find_link($1)', [wanted])).map(
        (row) => row.merchant_id,
      )
    expect(await find(ref)).toEqual([merchant.merchantId])

    const rename = (to: string) =>
      sql('update payment_links set link_ref = $2 where merchant_id = $1', [merchant.merchantId, to])
    const [old, misled] = [newReference(new Date()), newReferenceOf(other.merchantId, new Date())]
    await rename(old)
    expect(await find(old)).toEqual([merchant.merchantId])
    await rename(misled)
    expect(await find(misled)).toEqual([])
  })
})
