import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rollout } from '#contract/rollouts.ts'
import type { RoutingRule } from '#contract/routing-shapes.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'
import type { Answer } from '#test/test-app.ts'
import { addScriptedChannels } from './fixtures.ts'
import { isWorse } from './rollout-job.ts'

/** Roll-outs over real payments at two scripted channels; jobs are run by hand. */
let paying: Paying
beforeAll(async () => {
  paying = await openPaying()
  await addScriptedChannels(paying, ['A', 'B'])
  await paying.sql(
    `update payment_channels set is_enabled = false where merchant_id = $1 and channel_key = 'SIMULATOR'`,
  )
})
afterAll(() => paying.close())

const contentOf = <T>(answer: Answer) => {
  expect(answer.status, answer.text).toBe(200)
  return answer.body.content as unknown as T
}
const routes = (path: string) => `/merchants/txn-router/${path}`
const rollout = (path = '') => `/api/routing/${paying.merchant.key}/rollout${path}`
const to = (channel_key: string) => ({ name: `To ${channel_key}`, channels: [{ channel_key, rank: 1 }] })
const make = async (body: object = {}) =>
  contentOf<RoutingRule>(
    await paying.call('POST', routes('create'), { chaipay_key: paying.merchant.key, ...to('A'), ...body }),
  )
const on = (act: string, ref: string, body: object) =>
  paying.testApp.call(paying.session, 'PUT', routes(`${paying.merchant.key}/${act}/${ref}`), body)
const begin = ({ routing_ref, revision }: RoutingRule, body: object = {}) =>
  paying.call('POST', rollout(), { routing_ref, revision, share: 50, rule: to('B'), ...body })
const end = (how: 'take-back' | 'complete', { routing_ref, revision }: RoutingRule) =>
  paying.call('POST', rollout(`/${how}`), { routing_ref, revision })
const read = async ({ routing_ref: ref }: RoutingRule) =>
  contentOf<{ rollout: Rollout | null; running_ref: string }>(
    await paying.call('GET', rollout(`?environment=sandbox&routing_ref=${ref}`)),
  )
const latest = async ({ routing_ref: ref }: RoutingRule) => {
  const path = routes(`${paying.merchant.key}/routes?environment=sandbox`)
  const { data } = contentOf<{ data: RoutingRule[] }>(await paying.call('GET', path))
  return data.find((rule) => rule.routing_ref === ref) ?? expect.fail('no rule')
}
const drop = async (rule: RoutingRule) => on('delete', rule.routing_ref, { revision: (await latest(rule)).revision })
interface Kept {
  channel_key: string
  routing_ref: string
  routing_version: number
  arm: string | null
}
/** Some payments of links of their own, with the arm that each has kept. */
async function pay(count: number): Promise<(Kept & { order_ref: string })[]> {
  const refs: string[] = []
  for (let n = 0; n < count; n++) {
    const { orderRef, text } = await paying.start(await paying.link({ country: 'SG' }), {
      method: 'WALLET',
      sub_type: 'GRABPAY',
    })
    expect(orderRef, text).not.toBe('')
    refs.push(orderRef)
  }
  const all = await paying.sql<Kept & { order_ref: string }>(
    `select p.order_ref, channel_key, routing_ref, routing_version, arm
     from payments p left join rollout_payments using (merchant_id, environment, order_ref) where merchant_id = $1`,
  )
  return all.filter(({ order_ref: ref }) => refs.includes(ref))
}
/** What the arms came to, in rows that a test writes itself. */
const addOutcomes = async (arm: 'candidate' | 'control', count: number, succeeded: number) => {
  const refs = `'${arm}-' || n`
  await paying.sql(
    `insert into payments (merchant_id, environment, order_ref, merchant_order_ref, payable_kind, payable_ref, amount_minor, currency,
       status, payment_method, channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address,
       shopper_ip, device_info, description, source, created_at, updated_at)
     select $1, 'sandbox', ${refs}, ${refs}, 'link', ${refs}, 100, 'SGD', case when n <= ${succeeded} then 'Success' else 'Failed' end,
       'WALLET', 'A', '', '', '', '', '', '', '', '', '', now(), now() from generate_series(1, ${count}) n`,
  )
  await paying.sql(
    `insert into rollout_payments (merchant_id, environment, rollout_id, order_ref, arm)
     select merchant_id, environment, rollout_id, ${refs}, '${arm}' from routing_rollouts, generate_series(1, ${count}) n
     where merchant_id = $1 and state = 'running'`,
  )
}

describe('a roll-out', () => {
  it('lets a share of the orders go by the new version; each payment keeps its arm and version', async () => {
    const rule = await make()
    const begun = contentOf<Rollout>(await begin(rule))
    expect(begun).toMatchObject({ version: 2, control_version: 1, share: 50, state: 'running', z: null })
    const payments = await pay(12)
    for (const { channel_key: key, routing_version: version, arm } of payments)
      expect([key, version]).toEqual(arm === 'candidate' ? ['B', 2] : ['A', 1])
    expect(payments.every(({ arm }) => arm !== null)).toBe(true)
    for (const { order_ref: ref, arm } of payments) {
      const path = `/merchants/txn-router/failover/${paying.merchant.key}/get-txn-details/${ref}`
      const { attempts } = contentOf<{ attempts: object[] }>(await paying.call('GET', path))
      const told = { rule_name: 'To B', version: 2, control_version: 1, share: 50, arm }
      expect(attempts).toMatchObject([{ rollout: { routing_ref: rule.routing_ref, ...told } }])
    }
    const shown = await read(rule)
    expect(shown.running_ref).toBe(rule.routing_ref)
    const { candidate, control } = shown.rollout ?? expect.fail('no roll-out')
    expect(candidate.payments + control.payments).toBe(12)
    expect(await latest(rule)).toMatchObject({ name: 'To A', revision: 1 })
    contentOf(await end('take-back', rule))
    await drop(rule)
  })

  it('of a rule that is not enabled leaves the other orders without it', async () => {
    const rule = await make({ is_enabled: false, ...to('B') })
    expect(contentOf(await begin(rule, { rule: undefined }))).toMatchObject({ version: 2, control_version: 0 })
    for (const { channel_key: key, routing_ref: ref, arm } of await pay(8))
      expect([key, ref]).toEqual(arm === 'candidate' ? ['B', rule.routing_ref] : ['A', ''])
    contentOf(await end('take-back', rule))
    expect(await latest(rule)).toMatchObject({ is_enabled: false, revision: 3 })
    await drop(rule)
  })

  it('is one at a time, and keeps its rule from being changed', async () => {
    const [rule, other] = [await make(), await make()]
    const answers = await Promise.all([begin(rule), begin(other), begin(rule)])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409'])
    const running = answers[1]?.status === 200 ? other : rule
    const ref = running.routing_ref
    for (const act of ['update', 'delete', 'default'])
      expect((await on(act, ref, { revision: 1, ...(act === 'update' && to('A')) })).status, act).toBe(409)
    const moved = await paying.testApp.call(paying.session, 'PUT', `/api/routing/${paying.merchant.key}/${ref}/move`, {
      revision: 1,
    })
    expect(moved.status).toBe(409)
    expect((await end('complete', { ...running, revision: 2 })).status).toBe(409)
    contentOf(await end('take-back', running))
    for (const how of ['take-back', 'complete'] as const)
      expect((await end(how, await latest(running))).status, how).toBe(409)
    await Promise.all([drop(rule), drop(other)])
  })

  it('ends as the rule for all orders', async () => {
    const rule = await make()
    contentOf(await begin(rule))
    expect(contentOf(await end('complete', rule))).toMatchObject({ state: 'whole', is_automatic: false })
    expect(await latest(rule)).toMatchObject({ name: 'To B', revision: 2, is_enabled: true })
    expect(await pay(2)).toMatchObject([
      { channel_key: 'B', routing_version: 2, arm: null },
      { channel_key: 'B', routing_version: 2, arm: null },
    ])
    expect((await on('update', rule.routing_ref, { ...to('A'), revision: 2 })).status).toBe(200)
    await drop(rule)
  })

  it('is compared every hour, and taken back by itself when it does worse beyond chance', async () => {
    const rule = await make()
    contentOf(await begin(rule))
    await addOutcomes('control', 200, 180)
    await addOutcomes('candidate', 199, 100)
    const hours = (count: number) => {
      paying.clock.now = new Date(Date.now() + count * 3_600_000 + 60_000)
      return runJobs(paying.testApp, { until: paying.clock.now, names: ['compare-rollout'] })
    }
    await hours(1)
    // One payment too few has ended.
    expect((await read(rule)).rollout).toMatchObject({ state: 'running', candidate: { ended: 199, succeeded: 100 } })
    await paying.sql(`delete from rollout_payments where merchant_id = $1 and arm = 'candidate'`)
    await paying.sql(`delete from payments where merchant_id = $1 and order_ref like 'candidate-%'`)
    await addOutcomes('candidate', 200, 160)
    await hours(2)
    const { rollout: ended, running_ref: running } = await read(rule)
    expect(ended).toMatchObject({
      state: 'taken_back',
      is_automatic: true,
      candidate: { ended: 200, succeeded: 160, share: 0.8 },
      control: { ended: 200, succeeded: 180, share: 0.9 },
    })
    expect(ended?.z).toBeCloseTo(2.801, 3)
    expect(running).toBe('')
    expect(await latest(rule)).toMatchObject({ name: 'To A', revision: 3 })
    const versions = await paying.sql(
      `select version, name from routing_versions where merchant_id = $1 and routing_ref = '${rule.routing_ref}' order by version`,
    )
    expect(versions).toEqual([
      { version: 1, name: 'To A' },
      { version: 2, name: 'To B' },
      { version: 3, name: 'To A' },
    ])
    expect(
      await paying.sql(`select facts from notices where merchant_id = $1 and kind = 'rollout_taken_back'`),
    ).toEqual([
      {
        facts: {
          rule: 'To A',
          routing_ref: rule.routing_ref,
          tried: '80.0 % (160 / 200)',
          others: '90.0 % (180 / 200)',
        },
      },
    ])
    expect((await pay(1))[0]).toMatchObject({ channel_key: 'A', routing_version: 3, arm: null })
    paying.clock.now = null
    await drop(rule)
  })

  it.each([
    [{ share: 0 }, 400],
    [{ share: 100 }, 400],
    [{ rule: to('NOBODY') }, 400],
    [{ rule: undefined }, 409],
    [{ revision: 9 }, 409],
    [{ routing_ref: 'Route_none' }, 404],
  ])('is refused for %j', async (body, status) => {
    const rule = await make()
    expect((await begin(rule, body)).status).toBe(status)
    expect((await read(rule)).rollout).toBeNull()
    await drop(rule)
  })
})

describe('a difference between the arms', () => {
  const arm = (ended: number, succeeded: number) => ({ payments: ended, ended, succeeded })
  it.each([
    ['worse beyond chance', arm(200, 160), arm(200, 180), true],
    ['worse by chance', arm(200, 170), arm(200, 180), false],
    ['better', arm(200, 199), arm(200, 100), false],
    ['too few', arm(199, 0), arm(10_000, 10_000), false],
    ['none at all', arm(0, 0), arm(0, 0), false],
    ['all of both', arm(300, 300), arm(300, 300), false],
  ])('is %s', (_, candidate, control, expected) => expect(isWorse({ candidate, control })).toBe(expected))
})
