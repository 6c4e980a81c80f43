import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currencies, currencyCodes, majorText, toMajor, type Currency } from '#contract/kit/money.ts'
import { paymentLinkList, type PaymentLink } from '#contract/payment-links.ts'
import { paymentLinkStates } from '#contract/payment-link-states.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { expirePayable } from '#server/payables/jobs.ts'
import { expirePaymentLink } from './jobs.ts'
import { sampleBody, sampleLink } from '#test/link-samples.ts'

let testApp: TestApp
let merchant: TestMerchant
let session: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
  session = await testApp.signIn(merchant, { name: 'Priya N.' })
})
afterAll(() => testApp.close())

interface Wish {
  amount?: number
  currency?: Currency
  merchant_order_id?: string
  success_url?: string
  failure_url?: string
  [field: string]: unknown
}

/** A body as the console makes it, signed with the session's key unless another is given. */
function body(wish: Wish = {}, key = session.signingKey, owner = merchant) {
  const full = {
    amount: 100.25,
    currency: 'SGD' as Currency,
    merchant_order_id: `T${crypto.randomUUID()}`,
    success_url: '',
    failure_url: '',
    ...wish,
  }
  const params = {
    amount: String(full.amount),
    client_key: owner.key,
    currency: full.currency,
    failure_url: full.failure_url,
    merchant_order_id: full.merchant_order_id,
    success_url: full.success_url,
  }
  return { ...full, chaipay_key: owner.key, environment: 'sandbox', signature_hash: sign(params, key) }
}
const create = (sent: unknown, headers: Record<string, string> = {}) =>
  testApp.call(session, 'POST', '/merchants/paymentLink', sent, headers)
const linkOf = (answer: Pick<Answer, 'body' | 'text'>) => answer.body.content as unknown as PaymentLink
const reason = (answer: Answer) => [
  answer.status,
  answer.body['status_reason'],
  (answer.body['errors'] as { path: string; reason: string }[] | undefined)
    ?.map((error) => `${error.path}: ${error.reason}`)
    .join(', '),
]
const cancel = (ref: string) => testApp.call(session, 'PUT', `/api/paymentLink/${ref}/status/cancelled`)
const read = async (ref: string) =>
  linkOf(await testApp.call(session, 'GET', `/merchants/${merchant.key}/paymentLink/${ref}`))

describe('creating a link', () => {
  it('returns the requested link, with its notice, its address and its timeline', async () => {
    const sent = body({
      customer_name: 'أمينة خليل',
      email: 'Amina@Example.com',
      description: 'Workshop <b>deposit</b>',
      expiry_hours: 24,
      merchant_details: { name: 'Acme Studio', promo_code: 'SPRING', promo_discount: 5.5, shipping_charges: 0 },
      billing_address: { line_1: '1 Quay', city: 'Singapore', country_code: 'SG' },
      user_configured_field1: 'one',
      late_payment: 'hold',
    })
    const answer = await create(sent)
    expect(answer.body).toMatchObject({ message: 'Payment Link Created successfully', status_code: '2000' })
    const link = linkOf(answer)
    expect(link).toMatchObject({
      merchant_order_ref: sent.merchant_order_id,
      amount: 100.25,
      currency: 'SGD',
      status: 'created',
      customer_name: 'أمينة خليل',
      email: 'Amina@Example.com',
      description: 'Workshop <b>deposit</b>',
      expiry_hours: 24,
      merchant_name: 'Acme Studio',
      promo_code: 'SPRING',
      promo_discount: 5.5,
      shipping_charges: 0,
      line_1: '1 Quay',
      user_configured_field1: 'one',
      user_configured_field5: '',
      late_payment: 'hold',
      source: 'default',
    })
    expect(link.link).toBe(`${testApp.parts.config.publicUrl}/pay/${link.link_ref}`)
    expect(link.timeline.map(({ event, actor }) => [event, actor])).toEqual([['created', 'Priya N.']])
    expect(Date.parse(`${link.expires_at}Z`) - Date.parse(`${link.created_at}Z`)).toBe(24 * 3_600_000)
    expect(await read(link.link_ref)).toEqual(link)
  })

  it('returns every field of a request: created, read and in the list', async () => {
    const answer = linkOf(await create(body(sampleBody)))
    expect(answer).toMatchObject(sampleLink)
    expect(await read(answer.link_ref)).toEqual(answer)
    const listed = await testApp.call(session, 'POST', `/merchant/${merchant.key}/paymentLinks`, {
      search: answer.link_ref,
    })
    const shown = Object.keys(paymentLinkList.columns).map((name) => [name, answer[name as keyof PaymentLink]])
    expect(listed.body.content).toEqual([Object.fromEntries(shown)])
  })

  it('takes exactly the amounts that a currency allows, in each of the thirty', async () => {
    for (const currency of currencyCodes) {
      const exponent = currencies[currency]
      const smallest = toMajor(1n, currency)
      expect(linkOf(await create(body({ currency, amount: smallest }))).amount, currency).toBe(smallest)
      const tooFine = Number(`0.${'0'.repeat(exponent)}1`)
      expect(reason(await create(body({ currency, amount: tooFine }))), currency).toEqual([
        400,
        'INVALID_AMOUNT',
        'amount: too_many_decimals',
      ])
    }
    expect(reason(await create(body({ amount: 0 })))).toEqual([400, 'INVALID_AMOUNT', 'amount: not_positive'])
    expect(reason(await create(body({ amount: -1 })))).toEqual([400, 'INVALID_AMOUNT', 'amount: negative'])
    expect(reason(await create(body({ amount: 1e16 })))).toEqual([400, 'INVALID_AMOUNT', 'amount: too_large'])
    expect(reason(await create(body({ merchant_details: { promo_discount: 0.001 } })))).toEqual([
      400,
      'INVALID_AMOUNT',
      'merchant_details.promo_discount: too_many_decimals',
    ])
  })

  it('returns any amount unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...currencyCodes),
        fc.bigInt({ min: 1n, max: 999_999_999_999_999n }),
        async (currency, minor) => {
          const answer = await create(body({ currency, amount: toMajor(minor, currency) }))
          expect(majorText(minor, currency)).toBe(String(linkOf(answer).amount))
        },
      ),
      { numRuns: 30 },
    )
  })

  it("requires this session's signature: not another session's, not the secret's, not one over other values", async () => {
    const other = await testApp.signIn(merchant)
    const refused = [400, 'INVALID_UNAUTHORISED_TRANSACTION_SIGNATURE_ERROR', undefined]
    expect(reason(await create(body({}, other.signingKey)))).toEqual(refused)
    expect(reason(await create(body({}, merchant.secret)))).toEqual(refused)
    expect(reason(await create({ ...body(), amount: 1 }))).toEqual(refused)
    expect(reason(await create({ ...body(), success_url: 'https://evil.example/' }))).toEqual(refused)
    expect(reason(await create({ ...body(), currency: 'USD' }))).toEqual(refused)
    const { signature_hash: _, ...unsigned } = body()
    expect(reason(await create(unsigned))).toEqual([400, 'INVALID_REQUEST_DATA', 'signature_hash: required'])
  })

  it('answers errors under lowercase message, as its callers read them', async () => {
    const answer = await create({ ...body(), signature_hash: 'x' })
    expect(answer.body).toHaveProperty('message')
    expect(answer.body).not.toHaveProperty('Message')
  })

  it('takes an order id once for each merchant and environment, in parallel too', async () => {
    const sent = body({ merchant_order_id: 'ONCE-1' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(sent)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(reason(answer)).toEqual([400, 'DUPLICATE_TRANSACTION_ERROR', 'merchant_order_id: already_used'])
    const neighbour = await testApp.addMerchant()
    const theirs = await testApp.signIn(neighbour)
    const answer = await testApp.call(
      theirs,
      'POST',
      '/merchants/paymentLink',
      body({ merchant_order_id: 'ONCE-1' }, theirs.signingKey, neighbour),
    )
    expect(answer.status).toBe(200)
  })

  it('knows two names for a field, and refuses two values', async () => {
    const sent = body({ merchant_order_id: 'ALIAS-1', failure_url: 'https://shop.example/f' })
    const { merchant_order_id, failure_url, ...rest } = sent
    const aliased = await create({ ...rest, merchant_order_ref: merchant_order_id, cancel_url: failure_url })
    expect(linkOf(aliased)).toMatchObject({ merchant_order_ref: 'ALIAS-1', cancel_url: 'https://shop.example/f' })
    expect(reason(await create({ ...sent, merchant_order_ref: 'ALIAS-2' }))).toEqual([
      400,
      'INVALID_REQUEST_DATA',
      'merchant_order_ref: contradicts',
    ])
  })

  it('takes no address that could run in a browser', async () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://shop.example',
      'https://user:pass@shop.example',
      '//shop.example',
      'shop',
    ])
      for (const field of ['success_url', 'failure_url', 'merchant_back_url'])
        expect((await create(body({ [field]: url }))).status, `${field} ${url}`).toBe(400)
  })

  it('is idempotent by its key: the same answer again, another body refused, one effect of ten at a time', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const sent = body()
    const [first, again] = [await create(sent, headers), await create(sent, headers)]
    expect(again.text).toBe(first.text)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(reason(await create({ ...sent, description: 'other' }, headers))).toEqual([
      422,
      'IDEMPOTENCY_KEY_REUSED',
      undefined,
    ])

    const key = { 'idempotency-key': crypto.randomUUID() }
    const many = body()
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(many, key)))
    const effects = new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text))
    expect(effects.size).toBe(1)
    for (const answer of answers) expect([200, 409]).toContain(answer.status)
  })

  it('is not done at all when its key is refused', async () => {
    const headers = { 'idempotency-key': 'k'.repeat(256) }
    const sent = body({ merchant_order_id: 'LONG-KEY' })
    expect((await create(sent, headers)).status).toBe(400)
    expect((await create(sent)).status).toBe(200)
  })
})

describe('cancelling a link', () => {
  it('is final and leaves it listed; a second caller gets `wrongState`', async () => {
    const { link_ref } = linkOf(await create(body()))
    const answer = await cancel(link_ref)
    expect(answer.body['message']).toBe('Payment Link Deleted successfully')
    expect(linkOf(answer)).toMatchObject({ status: 'cancelled' })
    expect(reason(await cancel(link_ref))).toEqual([409, 'INVALID_STATUS_TYPE', undefined])
    expect((await read(link_ref)).timeline.map(({ event }) => event)).toEqual(['created', 'cancelled'])
  })

  it('happens once for many requests at once', async () => {
    const { link_ref } = linkOf(await create(body()))
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => cancel(link_ref)))).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)])
  })

  it('waits for an attempt that may still take money', async () => {
    const { link_ref } = linkOf(await create(body()))
    const started = await testApp.call(null, 'POST', `/api/checkout/${link_ref}/attempts`, { token: 'tok_x' })
    expect(started.status).toBe(200)
    expect(reason(await cancel(link_ref))).toEqual([409, 'TRANSACTION_UNDER_REVIEW', undefined])
    expect((await read(link_ref)).status).toBe('processing')
  })
})

describe('expiry', () => {
  const run = (job: unknown, data: object) =>
    runJob(
      job as never,
      { merchantId: merchant.merchantId, environment: 'sandbox', ...data },
      testApp.serveParts,
      new AbortController().signal,
    )
  const expire = (ref: string) => run(expirePayable, { kind: 'link', ref })
  /** Runs the job that earlier versions queued. */
  const expireAsBefore = (linkRef: string) => run(expirePaymentLink, { linkRef })

  it('takes effect at its time, before the job has run, and the job records it once', async () => {
    const link = linkOf(await create(body({ expiry_hours: 1 })))
    const valid = () =>
      testApp
        .call(session, 'GET', `/merchants/paymentLink/${link.link_ref}/valid`)
        .then(({ body: { content } }) => content as unknown as { is_valid: boolean; status: string })
    expect(await valid()).toMatchObject({ is_valid: true })
    testApp.clock.now = new Date(Date.parse(`${link.expires_at}Z`) + 1_000)
    expect(await valid()).toMatchObject({ is_valid: false, status: 'created' })
    expect(
      reason(await testApp.call(null, 'POST', `/api/checkout/${link.link_ref}/attempts`, { token: 'tok_x' })),
    ).toEqual([409, 'INVALID_STATUS_TYPE', undefined])
    testApp.clock.now = null
    await Promise.all([expire(link.link_ref), expireAsBefore(link.link_ref), expire(link.link_ref)])
    expect(await read(link.link_ref)).toMatchObject({ status: 'expired' })
    expect((await read(link.link_ref)).timeline.map(({ event }) => event)).toEqual(['created', 'expired'])
  })

  it('leaves a cancelled link cancelled', async () => {
    const { link_ref } = linkOf(await create(body({ expiry_hours: 1 })))
    await cancel(link_ref)
    await expire(link_ref)
    expect((await read(link_ref)).status).toBe('cancelled')
  })

  it('is scheduled: the job is queued in the transaction that makes the link', async () => {
    const { link_ref, expires_at } = linkOf(await create(body({ expiry_hours: 2 })))
    const jobs = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ due: Date }>(
        `select start_after as due from pgboss.job where name = 'expire-payable' and data->>'ref' = $1`,
        [link_ref],
      ),
    )
    expect(jobs.map(({ due }) => Math.floor(due.getTime() / 1000))).toEqual([Date.parse(`${expires_at}Z`) / 1000])
  })
})

describe('the list', () => {
  let lister: TestSession
  let shop: TestMerchant
  const list = (asked: object = {}) =>
    testApp.call(lister, 'POST', `/merchant/${shop.merchantId}/paymentLinks`, asked).then((answer) => {
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.body as unknown as {
        content: { link_ref: string; amount: number; status: string; email: string; merchant_order_ref: string }[]
        next_cursor: string | null
        previous_cursor: string | null
        total_elements: number
        total_pages: number
      }
    })
  beforeAll(async () => {
    shop = await testApp.addMerchant()
    lister = await testApp.signIn(shop)
    for (let n = 1; n <= 23; n++) {
      const wish = {
        amount: n * 10,
        currency: (n % 5 === 0 ? 'JPY' : 'SGD') as Currency,
        merchant_order_id: `INV-${String(n).padStart(3, '0')}`,
        email: `buyer${n % 4}@Shop.example`,
        customer_name: n === 7 ? 'Zoë Quinn' : `Buyer ${n}`,
        source: n % 2 ? 'api' : 'console',
      }
      const answer = await testApp.call(lister, 'POST', '/merchants/paymentLink', body(wish, lister.signingKey, shop))
      if (n % 6 === 0)
        await testApp.call(
          lister,
          'PUT',
          `/api/paymentLink/${(answer.body.content as unknown as PaymentLink).link_ref}/status/cancelled`,
        )
    }
  })

  it('shows every link once, forwards to the end and back, in any order', async () => {
    for (const sorting_data of [
      undefined,
      [{ column: 'amount', order: 'asc' }],
      [{ column: 'amount', order: 'desc' }],
      [{ column: 'created_at', order: 'asc' }],
    ]) {
      const forwards: string[] = []
      let page = await list({ pagesize: 7, sorting_data })
      expect(page).toMatchObject({ total_elements: 23, total_pages: 4 })
      for (;;) {
        forwards.push(...page.content.map(({ link_ref }) => link_ref))
        if (!page.next_cursor) break
        page = await list({ pagesize: 7, cursor: page.next_cursor })
      }
      expect(new Set(forwards).size).toBe(23)
      const backwards = page.content.map(({ link_ref }) => link_ref)
      while (page.previous_cursor) {
        page = await list({ pagesize: 7, cursor: page.previous_cursor })
        backwards.unshift(...page.content.map(({ link_ref }) => link_ref))
      }
      expect(backwards).toEqual(forwards)
      const { content } = await list({ pagesize: 100, sorting_data })
      expect(content.map(({ link_ref }) => link_ref)).toEqual(forwards)
    }
  })

  it('sorts by amount across its pages', async () => {
    const { content } = await list({ pagesize: 100, sorting_data: [{ column: 'amount', order: 'asc' }] })
    // In minor units: a yen is one, a cent of a Singapore dollar too.
    const minor = content.map((row) => row.amount * (row.merchant_order_ref.match(/-0(05|10|15|20)$/) ? 1 : 100))
    expect(minor).toEqual(minor.toSorted((a, b) => a - b))
  })

  it('is searched by reference, by the start of an order id, by an e-mail in any case, and by a name', async () => {
    const all = (await list({ pagesize: 100 })).content
    const found = async (search: string) =>
      (await list({ pagesize: 100, search })).content.map(({ merchant_order_ref }) => merchant_order_ref).toSorted()
    expect(await found(all[3]?.link_ref as string)).toEqual([all[3]?.merchant_order_ref])
    expect(await found('INV-01')).toHaveLength(10)
    expect(await found('BUYER3@shop')).toHaveLength(6)
    expect(await found('zoë')).toEqual(['INV-007'])
    expect(await found('100%_')).toEqual([])
  })

  it('filters by each column, and by several together', async () => {
    const count = async (filters: object) => (await list({ filters })).total_elements
    expect(await count({ status: 'cancelled' })).toBe(3)
    expect(await count({ status: ['cancelled', 'created'] })).toBe(23)
    expect(await count({ currency: 'JPY' })).toBe(4)
    expect(await count({ source: 'api' })).toBe(12)
    expect(await count({ email: 'BUYER1@shop.example' })).toBe(6)
    expect(await count({ amount: { min: 100, max: 150 } })).toBe(6)
    expect(await count({ amount: { min: 100, max: 150 }, currency: 'JPY' })).toBe(2)
    expect(await count({ created_at: { from: '2020-01-01 00:00:00' } })).toBe(23)
    expect(await count({ created_at: { to: '2020-01-01 00:00:00' } })).toBe(0)
    expect((await list({ from: '1991-01-01 15:04:05', to: '2099-01-01 00:00:00' })).total_elements).toBe(23)
  })

  it('refuses a forged cursor, a sort without an index and a page too deep', async () => {
    const post = (asked: object) => testApp.call(lister, 'POST', `/merchant/${shop.merchantId}/paymentLinks`, asked)
    const forged = Buffer.from(JSON.stringify(['created_at; drop table', 'desc', 'x', 'y', 0])).toString('base64url')
    for (const cursor of ['x', forged, Buffer.from('{}').toString('base64url')])
      expect((await post({ cursor })).status).toBe(400)
    expect((await post({ sorting_data: [{ column: 'email', order: 'asc' }] })).status).toBe(400)
    expect((await post({ page: 1002 })).body['status_reason']).toBe('PAGE_TOO_DEEP')
    expect((await post({ filters: { created_by: 'x' } })).status).toBe(400)
  })

  it('is of one environment', async () => {
    const live = await testApp.signIn(shop, { environment: 'live' })
    const answer = await testApp.call(live, 'POST', `/merchant/${shop.merchantId}/paymentLinks`, {})
    expect(answer.body['total_elements']).toBe(0)
    const [row] = (await list()).content
    expect((await testApp.call(live, 'GET', `/merchants/${shop.key}/paymentLink/${row?.link_ref}`)).status).toBe(404)
  })
})

describe('the state machine', () => {
  it('has no action out of a final state', () => {
    for (const state of ['success', 'expired', 'cancelled'] as const)
      expect(paymentLinkStates.isFinal(state)).toBe(true)
  })
})

describe('the QR code', () => {
  it('encodes the address', async () => {
    const { link_ref, link } = linkOf(await create(body()))
    const answer = await testApp.call(session, 'GET', `/merchants/paymentLink/${link_ref}/generate-qr-code`)
    const { qr_code, link: address } = answer.body.content as unknown as { qr_code: string; link: string }
    expect(address).toBe(link)
    expect(Buffer.from(qr_code.split(',')[1] as string, 'base64').toString()).toMatch(/^<svg /)
  })
})
