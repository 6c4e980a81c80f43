import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnsAs, type ChosenColumn } from '#contract/kit/columns.ts'
import { limits } from '#contract/limits.ts'
import { listColumns } from '#contract/lists.ts'
import { tableNames } from '#contract/table-names.ts'
import type { ColumnChoice, View } from '#contract/views.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'

let testApp: TestApp
let merchant: TestMerchant
let session: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
  session = await testApp.signIn(merchant)
})
afterAll(() => testApp.close())

const at = (sub = session.subUserId, to = 'custom-col-details') => `/merchants/${merchant.key}/subUser/${sub}/${to}`
const read = async (by = session) =>
  (await testApp.call(by, 'GET', `${at(by.subUserId)}?table=payments`)).body.content as unknown as [ColumnChoice]
const choose = (columns: ChosenColumn[], by = session) =>
  testApp.call(by, 'PUT', at(by.subUserId), { table: 'payments', columns })
const contentOf = <T>(answer: Answer) => answer.body.content as unknown as T
const reason = (answer: Answer) => [
  answer.status,
  (answer.body['errors'] as { path: string; reason: string }[] | undefined)?.map((one) => `${one.path}: ${one.reason}`),
]

describe('the columns of a list', () => {
  it('are as at first until they are chosen, then as chosen, and as at first again after a reset', async () => {
    const first = columnsAs(listColumns.payments, [])
    expect((await read())[0]).toEqual({ table: 'payments', columns: first })
    const turned = first.toReversed().map(({ key, visible }) => ({ key, visible: !visible }))
    expect(contentOf<ColumnChoice>(await choose(turned)).columns).toEqual(turned)
    expect((await read())[0].columns).toEqual(turned)
    const live = await testApp.signIn(merchant, { environment: 'live' })
    expect((await read(live))[0].columns).toEqual(first)
    const all = contentOf<ColumnChoice[]>(await testApp.call(session, 'GET', at()))
    expect(all.map(({ table }) => table)).toEqual(tableNames)
    const reset = await testApp.call(session, 'POST', at(session.subUserId, 'reset-custom-col-config'), {
      table: 'payments',
    })
    expect(contentOf<ColumnChoice>(reset).columns).toEqual(first)
    expect((await read())[0].columns).toEqual(first)
  })

  it("are nobody else's to see or change", async () => {
    const other = await testApp.signIn(merchant)
    for (const answer of [
      await testApp.call(other, 'GET', at()),
      await testApp.call(other, 'PUT', at(), { table: 'payments', columns: [] }),
      await testApp.call(other, 'POST', at(session.subUserId, 'reset-custom-col-config'), { table: 'payments' }),
    ])
      expect(answer.status).toBe(404)
  })

  it('are refused when the list does not have them, or when one is named twice', async () => {
    expect(reason(await choose([{ key: 'wrapped_key', visible: true }]))).toEqual([
      400,
      ['columns.0.key: not_a_choice'],
    ])
    const twice = { key: 'status', visible: true }
    expect(reason(await choose([twice, twice]))).toEqual([400, ['columns.1.key: already_used']])
    expect((await choose([{ key: '__proto__', visible: true }])).status).toBe(400)
  })

  it('that come to the product later stand at the end, shown as they are shown at first', () => {
    const keys = Object.keys(listColumns.payments)
    fc.assert(
      fc.property(fc.shuffledSubarray([...keys, 'gone']), (chosen) => {
        const columns = columnsAs(
          listColumns.payments,
          chosen.map((key) => ({ key, visible: false })),
        )
        expect(columns.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
        expect(columns.slice(0, chosen.filter((key) => key !== 'gone').length).map(({ key }) => key)).toEqual(
          chosen.filter((key) => key !== 'gone'),
        )
        for (const { key, visible } of columns)
          if (!chosen.includes(key))
            expect(visible).toBe((listColumns.payments as Record<string, { shown?: boolean }>)[key]?.shown ?? false)
      }),
    )
  })
})

describe('a saved view', () => {
  const view = (changes: Partial<View> = {}) => ({
    table: 'payments',
    name: `View ${crypto.randomUUID().slice(0, 8)}`,
    search: { status: 'Success,Failed', sort: '-amount' },
    columns: [{ key: 'amount', visible: true }],
    is_default: false,
    ...changes,
  })
  const save = (body: object, by = session) => testApp.call(by, 'POST', '/api/views', body)
  const views = async (by = session) => contentOf<View[]>(await testApp.call(by, 'GET', '/api/views'))
  const change = (id: string, body: object, by = session) => testApp.call(by, 'PUT', `/api/views/${id}`, body)

  it("comes back as it was saved, is renamed, changed and deleted, and is its user's own", async () => {
    const wanted = view({ name: 'Réussis' })
    const saved = contentOf<View>(await save(wanted))
    expect(saved).toEqual({ ...wanted, view_id: saved.view_id })
    expect(await views()).toContainEqual(saved)
    const other = await testApp.signIn(merchant)
    expect(await views(other)).toEqual([])
    expect((await change(saved.view_id, { name: 'Mine' }, other)).status).toBe(404)
    expect((await testApp.call(other, 'DELETE', `/api/views/${saved.view_id}`)).status).toBe(404)
    expect(contentOf<View>(await change(saved.view_id, { name: 'Paid' }))).toEqual({ ...saved, name: 'Paid' })
    await change(saved.view_id, { search: { q: 'x' }, columns: [] })
    expect(await views()).toContainEqual({ ...saved, name: 'Paid', search: { q: 'x' }, columns: [] })
    expect((await testApp.call(session, 'DELETE', `/api/views/${saved.view_id}`)).status).toBe(200)
    expect((await testApp.call(session, 'DELETE', `/api/views/${saved.view_id}`)).status).toBe(404)
  })

  it('has a name that no other view of its list has', async () => {
    const by = await testApp.signIn(merchant)
    const first = contentOf<View>(await save(view({ name: 'Today' }), by))
    expect(reason(await save(view({ name: 'TODAY' }), by))).toEqual([409, ['name: already_used']])
    expect((await save(view({ name: 'today', table: 'payment-links', columns: [] }), by)).status).toBe(200)
    const second = contentOf<View>(await save(view(), by))
    expect((await change(second.view_id, { name: 'today' }, by)).status).toBe(409)
    expect((await change(first.view_id, { name: 'today' }, by)).status).toBe(200)
  })

  it('is the only default of its list, however many are made so at once', async () => {
    const by = await testApp.signIn(merchant)
    const answers = await Promise.all(Array.from({ length: 6 }, () => save(view({ is_default: true }), by)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect((await views(by)).filter((one) => one.is_default)).toHaveLength(1)
    const quiet = (await views(by)).find((one) => !one.is_default) as View
    await change(quiet.view_id, { is_default: true }, by)
    expect((await views(by)).filter((one) => one.is_default)).toEqual([{ ...quiet, is_default: true }])
  })

  it('is renamed by many at once with each audit entry beginning where the one before it ended', async () => {
    const by = await testApp.signIn(merchant)
    const { view_id, name } = contentOf<View>(await save(view(), by))
    const names = Array.from({ length: 8 }, (_, nth) => `${name} ${nth}`)
    await Promise.all(names.map((next) => change(view_id, { name: next }, by)))
    const changes = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ before: string; after: string }>(
        `select changes -> 'name' ->> 'before' as before, changes -> 'name' ->> 'after' as after from audit_events
         where merchant_id = $1 and action = 'view.update' and object_ref = $2`,
        [merchant.merchantId, view_id],
      ),
    )
    const next = new Map(changes.map(({ before, after }) => [before, after]))
    const walked = [name]
    for (let at = next.get(name); at !== undefined; at = next.get(at)) walked.push(at)
    expect(walked.toSorted()).toEqual([name, ...names].toSorted())
  })

  it('is refused beyond fifty, also when many come at once', async () => {
    const by = await testApp.signIn(merchant)
    for (let made = 0; made < limits.views - 2; made += 1) await save(view(), by)
    const answers = await Promise.all(Array.from({ length: 6 }, () => save(view(), by)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.find(({ status }) => status !== 200)?.body['status_reason']).toBe('INVALID_MAXIMUM_AMOUNT_LIMIT')
    expect(await views(by)).toHaveLength(limits.views)
  })
})
