import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CatalogueChannel } from '#contract/channel-shapes.ts'
import type { Connection } from '#contract/channels.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { runJobs } from '#test/run-jobs.ts'
import { askOnboarding } from './jobs.ts'
import { openPartnering, page, says, type Partnering, type Shop } from './fixtures.ts'

let partnering: Partnering
let shop: Shop
beforeAll(async () => {
  partnering = await openPartnering()
})
afterAll(() => partnering.close())
beforeEach(async () => {
  partnering.testApp.clock.now = null
  await runJobs(partnering.testApp, { names: ['ask-onboarding'] })
  const script = { partner: true, opens: () => page, says: () => says('PENDING'), opened: [], asked: [] }
  Object.assign(partnering.script, script)
  shop = await partnering.newShop()
})

const later = (seconds: number) => {
  const { clock } = partnering.testApp
  clock.now = new Date((clock.now?.getTime() ?? Date.now()) + seconds * 1_000)
}
const own = (table: string, columns: string) =>
  partnering.rows<Record<string, unknown>>(
    `select ${columns} from ${table} where merchant_id = $1`,
    shop.merchant.merchantId,
  )
const acts = async () => (await own('audit_events', 'action')).map(({ action }) => action)
const notices = async () => (await own('notices', 'kind')).map(({ kind }) => kind)
const channels = async () =>
  (await shop.call<Connection[]>('GET', `/merchants/${shop.merchant.key}/pay-channels/PAYPAL`)).content
const entry = async () =>
  (await shop.call<CatalogueChannel[]>('POST', `/merchants/${shop.merchant.key}/list-pay-channels`, {})).content.find(
    ({ key }) => key === 'PAYPAL',
  )
/** Runs the jobs that ask providers, as far as they are due within so many seconds. */
const jobsFor = (seconds: number) => {
  const from = partnering.testApp.clock.now?.getTime() ?? Date.now()
  return runJobs(partnering.testApp, { until: new Date(from + seconds * 1_000), names: ['ask-onboarding'] })
}
/** Of what was asked, what is about this merchant. */
const askedAboutShop = () => {
  const keys = partnering.script.opened.map(({ key }) => key)
  return partnering.script.asked.filter(({ key }) => keys.includes(key))
}
/** What the provider says from now on, as people see it. */
async function looked(...said: Parameters<typeof says>) {
  partnering.script.says = () => says(...said)
  later(10)
  return (await shop.status()).content
}

describe('an onboarding', () => {
  it('is not started before it is begun, and its form is filled in from the record', async () => {
    expect((await shop.status()).content).toMatchObject({ state: 'NOT_STARTED', checks: [], asked_at: null })
    const { content } = await shop.form()
    expect(content).toMatchObject({ state: 'NOT_STARTED', obstacle: '', kind: 'referral', action_url: '' })
    expect(content.facts.legal_name).not.toBe('')
    expect(content.facts.contact_email).toContain('@')
    expect(await entry()).toMatchObject({ onboarding_state: 'NOT_STARTED', is_set_up: false })
    expect(partnering.script.asked).toEqual([])
  })

  it('is begun once, however many ask at once, and all of them get the same page', async () => {
    partnering.script.opens = async ({ key }) => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      return { ...page, url: `https://psp.example/${key}` }
    }
    const all = await Promise.all(Array.from({ length: 10 }, () => shop.begin()))
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set(all.map(({ content }) => content.action_url)).size).toBe(1)
    expect(partnering.script.opened).toHaveLength(1)
    expect(await own('onboarding_cases', 'state')).toEqual([{ state: 'PENDING' }])
    expect((await acts()).filter((act) => act === 'onboarding.change')).toHaveLength(1)
  })

  it('gives the page until its address is out of time, and makes it anew for the same account afterwards', async () => {
    const first = await shop.begin()
    expect(first.content).toMatchObject({ state: 'PENDING', action_url: page.kind === 'opened' && page.url })
    later(86_400 - 60)
    await shop.begin()
    expect(partnering.script.opened).toHaveLength(1)
    later(61)
    expect((await shop.form()).content).toMatchObject({ action_url: '', expires_at: null })
    partnering.script.opens = () => ({ ...page, url: 'https://psp.example/anew' }) as typeof page
    expect((await shop.begin()).content).toMatchObject({ state: 'PENDING', action_url: 'https://psp.example/anew' })
    const [one, two] = partnering.script.opened
    expect([two?.key, two?.facts]).toEqual([one?.key, one?.facts])
  })

  it('gives a page that is good for one visit to who has asked for it, and another one to who comes later', async () => {
    partnering.script.opens = () => ({ ...page, isOnce: true }) as typeof page
    expect((await shop.begin()).content.action_url).not.toBe('')
    later(20)
    expect((await shop.form()).content.action_url).toBe('')
    await shop.begin()
    expect(partnering.script.opened).toHaveLength(2)
  })

  it('cannot be begun without a partner account, an adapter, or by keys alone, and says why', async () => {
    partnering.script.partner = false
    expect(await shop.begin()).toMatchObject({ status: 400, code: '5022', errors: [{ reason: 'no_partner_account' }] })
    expect(await shop.handIn()).toMatchObject({ status: 400, code: '5022', errors: [{ reason: 'no_partner_account' }] })
    expect((await shop.form()).content).toMatchObject({ obstacle: 'no_partner_account' })
    partnering.script.partner = true
    expect(await shop.call('GET', '/api/onboarding/XENDIT')).toMatchObject({ errors: [{ reason: 'keys_only' }] })
    expect(await shop.call('GET', '/api/onboarding/NOBODY')).toMatchObject({ status: 404, code: '4046' })
    expect(await own('onboarding_cases', 'state')).toEqual([])
  })

  it('of a silent provider is answered 503 under its own keys, and begun by the next try', async () => {
    partnering.script.opens = () => ({ kind: 'silent', why: 'timeout' })
    const { status, code, answer } = await shop.begin()
    expect([status, code, typeof answer.body['message'], typeof answer.body['statusChannelReason']]).toEqual([
      503,
      '5024',
      'string',
      'string',
    ])
    expect((await shop.status()).content.state).toBe('NOT_STARTED')
    partnering.script.opens = () => page
    // As after a process that was killed while it asked.
    await partnering.rows(
      `update onboarding_cases set opening_until = now() - interval '1 second' where merchant_id = $1`,
      shop.merchant.merchantId,
    )
    expect((await shop.begin()).content.state).toBe('PENDING')
    const keys = partnering.script.opened.map(({ key }) => key)
    expect(new Set(keys).size).toBe(1)
  })

  it('that the provider does not take is answered with its words, and handed in again with other facts', async () => {
    partnering.script.opens = () => ({ kind: 'rejected', providerText: 'The <b>country</b> is not supported.' })
    expect(await shop.handIn({ legal_name: 'Old Ltd' })).toMatchObject({
      status: 400,
      code: '4080',
      errors: [{ reason: 'provider_refused', text: 'The <b>country</b> is not supported.' }],
    })
    partnering.script.opens = () => page
    const { content } = await shop.handIn({ legal_name: 'New Ltd', contact_email: 'new@shop.example' })
    expect(content).toMatchObject({ state: 'PENDING', statusChannelReason: '', facts: { legal_name: 'New Ltd' } })
    expect(partnering.script.opened.at(-1)?.facts).toMatchObject({
      legal_name: 'New Ltd',
      contact_email: 'new@shop.example',
    })
  })
})

describe('the provider', () => {
  it('is asked by people at most every ten seconds', async () => {
    await shop.begin()
    later(0)
    await Promise.all([1, 2, 3, 4, 5].map(() => shop.status()))
    expect(partnering.script.asked).toHaveLength(1)
    later(9)
    await shop.status()
    expect(partnering.script.asked).toHaveLength(1)
    later(1)
    await shop.status()
    expect(partnering.script.asked).toHaveLength(2)
  })

  it('is asked by itself, by one chain of jobs, which ends after 30 days', async () => {
    later(0)
    await shop.begin()
    await jobsFor(3_600)
    expect(askedAboutShop()).toHaveLength(6)
    later(31 * 86_400)
    await jobsFor(7_200)
    expect(askedAboutShop()).toHaveLength(7)
    expect(await own('onboarding_cases', 'next_ask_at')).toEqual([{ next_ask_at: null }])
  })

  it('is asked by the sweep about what no job is left for', async () => {
    later(0)
    await shop.begin()
    await partnering.rows(`delete from pgboss.job where name = 'ask-onboarding'`)
    const owner = { merchantId: shop.merchant.merchantId, environment: 'sandbox' } as const
    later(600 + 121)
    expect(await sweepJobs({ ...partnering.testApp.serveParts, declared: [askOnboarding] }, owner)).toBe(1)
    await jobsFor(0)
    expect(askedAboutShop()).toHaveLength(1)
  })

  it('names what it looks at; each change is a signed webhook, an act and a notice, and nothing else is', async () => {
    await partnering.rows(
      `insert into webhooks (merchant_id, environment, webhook_id, name, name_lower, url, type, created_at)
       values ($1, 'sandbox', gen_random_uuid(), 'hook', 'hook', 'https://shop.example/hook', 'onboarding', now())`,
      shop.merchant.merchantId,
    )
    await shop.begin()
    expect(await looked('ACTION_REQUIRED', 'Confirm.')).toMatchObject({
      state: 'ACTION_REQUIRED',
      statusChannelReason: 'Confirm.',
      checks: [{ name: 'payments_receivable', ok: false, text: 'Confirm.' }],
    })
    expect(await looked('ACTION_REQUIRED', 'Confirm it.')).toMatchObject({ statusChannelReason: 'Confirm it.' })
    await looked('REJECTED', 'Fraud.')
    expect(await looked('ACTIVE')).toMatchObject({ state: 'REJECTED', statusChannelReason: 'Fraud.' })
    const events = await own('webhook_events', 'body')
    const bodies = events.map(({ body }) => JSON.parse(String(body)) as Record<string, string>)
    expect(bodies.map((body) => [body['status'], body['status_channel_reason']])).toEqual([
      ['PENDING', ''],
      ['ACTION_REQUIRED', 'Confirm.'],
      ['REJECTED', 'Fraud.'],
    ])
    const { key: merchant_key, secret } = shop.merchant
    for (const { signature_hash, status = '', ...body } of bodies) {
      expect(body).toMatchObject({
        merchant_key,
        channel_key: 'PAYPAL',
        channel_name: 'PayPal',
        environment: 'sandbox',
      })
      expect(signature_hash).toBe(sign({ channel_key: 'PAYPAL', merchant_key, status }, secret))
    }
    expect((await acts()).filter((act) => act === 'onboarding.change')).toHaveLength(3)
    expect(await notices()).toEqual(['onboarding_action_required', 'onboarding_rejected'])
  })

  it('that rejected is told again by handing in, under another key, and its jobs do not go on twice', async () => {
    await shop.begin()
    await looked('REJECTED', 'Fraud.')
    expect((await shop.begin()).content).toMatchObject({ state: 'REJECTED', action_url: '' })
    expect(partnering.script.opened).toHaveLength(1)
    partnering.script.says = () => says('PENDING')
    const again = await Promise.all([1, 2, 3].map(() => shop.handIn({ legal_name: 'Better Ltd' })))
    expect(again.map(({ content }) => content.state)).toEqual(['PENDING', 'PENDING', 'PENDING'])
    const [first, second, ...more] = partnering.script.opened
    expect(more).toEqual([])
    expect(second?.key).toBe(`${first?.key}-2`)
    expect(second?.accountRef).toBe('')
    partnering.script.asked = []
    await jobsFor(3_600)
    expect(askedAboutShop()).toHaveLength(6)
  })
})

describe('an account that is active', () => {
  it('is connected once, enabled, with its reference as the only credential and no address of its own', async () => {
    await shop.begin()
    partnering.script.says = () => says('ACTIVE')
    later(10)
    await Promise.all([shop.status(), runJobs(partnering.testApp), shop.status(), shop.status()])
    later(10)
    expect((await shop.status()).content).toMatchObject({ state: 'ACTIVE', connected_as: 'PAYPAL' })
    const [connection, ...more] = await channels()
    expect(more).toEqual([])
    expect(connection).toMatchObject({
      key: 'PAYPAL', is_enabled: true, credentials_state: 'working', creds: {}, callback_url: '', callback_state: 'none',
      check: { account: 'acct_1' },
    }) // prettier-ignore
    expect(await entry()).toMatchObject({ onboarding_state: 'ACTIVE', is_set_up: true, is_enabled: true })
    expect((await acts()).filter((act) => act === 'channel.add')).toHaveLength(1)
    const by = await own('audit_events', 'action, actor_id, actor_name, address')
    expect(by.filter(({ action }) => action === 'channel.add' || action === 'onboarding.change')).toEqual(
      ['onboarding.change', 'channel.add', 'onboarding.change'].map((action) => ({
        action, actor_id: null, actor_name: 'PayPal', address: '',
      })),
    ) // prettier-ignore
    expect((await shop.begin()).content).toMatchObject({ state: 'ACTIVE', action_url: '' })
    expect(await shop.handIn()).toMatchObject({ status: 409, code: '4051' })
    const waiting = `select name from pgboss.job where data->>'merchantId' = $1 and name = 'register-callbacks'`
    expect(await partnering.rows(waiting, shop.merchant.merchantId)).toEqual([])
  })

  it('that is taken back has to act, keeps its channel, is asked about again, and is the same channel afterwards', async () => {
    await shop.begin()
    await looked('ACTIVE')
    await shop.call('POST', `/merchants/${shop.merchant.key}/paychannel/PAYPAL`, { is_enabled: false })
    expect(await looked('REJECTED', 'Closed.')).toMatchObject({
      state: 'ACTION_REQUIRED',
      statusChannelReason: 'Closed.',
    })
    expect((await own('onboarding_cases', 'next_ask_at'))[0]?.['next_ask_at']).not.toBeNull()
    expect(await looked('ACTIVE')).toMatchObject({ state: 'ACTIVE', connected_as: 'PAYPAL' })
    // What people have switched off stays off.
    expect(await channels()).toMatchObject([{ key: 'PAYPAL', is_enabled: false }])
    expect(await notices()).toEqual(['onboarding_active', 'onboarding_action_required', 'onboarding_active'])
  })

  it('without a place among the channels has to act and says so, and is connected by itself once there is one', async () => {
    await shop.begin()
    await partnering.rows(
      `insert into payment_channels (merchant_id, environment, channel_key, catalogue_key, provider, name, country, is_enabled,
         creds_sealed, credentials_state, created_at)
       select $1, 'sandbox', 'PAYPAL_' || n, 'PAYPAL', 'paypal', 'P' || n, 'GLOBAL', false, '', 'missing', now()
       from generate_series(1, 5) n`,
      shop.merchant.merchantId,
    )
    const waiting = { state: 'ACTION_REQUIRED', statusChannelReason: expect.stringContaining('Remove one') }
    expect(await looked('ACTIVE')).toMatchObject({
      ...waiting,
      connected_as: '',
      checks: [{ ok: true }, { name: 'channel_place', ok: false, text: expect.stringContaining('Remove one') }],
    })
    // Neither the call nor the job fails, and people are told once.
    expect(await looked('ACTIVE')).toMatchObject(waiting)
    later(31 * 86_400)
    await jobsFor(3_700)
    expect(await notices()).toEqual(['onboarding_action_required'])
    expect((await own('onboarding_cases', 'state'))[0]).toEqual({ state: 'ACTION_REQUIRED' })

    await partnering.rows(
      `delete from payment_channels where merchant_id = $1 and channel_key in ('PAYPAL_1', 'PAYPAL_5')`,
      shop.merchant.merchantId,
    )
    later(3_700)
    await jobsFor(3_700)
    expect(await own('onboarding_cases', 'state')).toEqual([{ state: 'ACTIVE' }])
    expect((await shop.status()).content).toMatchObject({ state: 'ACTIVE', connected_as: 'PAYPAL' })
    expect((await acts()).filter((act) => act === 'channel.add')).toHaveLength(1)
  })

  it('belongs to one mode and one merchant', async () => {
    await shop.begin()
    await looked('ACTIVE')
    const session = await partnering.testApp.signIn(shop.merchant, { environment: 'live' })
    const live = await partnering.testApp.call(session, 'GET', `/api/onboarding/PAYPAL/status`)
    expect(live.body.content).toMatchObject({ state: 'NOT_STARTED' })
    const other = await partnering.newShop()
    expect(
      (await other.call<unknown[]>('GET', `/api/onboarding/PAYPAL/status?iamport_key=${shop.merchant.key}`)).status,
    ).toBe(404)
  })
})
