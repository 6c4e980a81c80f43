import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { personIn } from '#server/factors/fixtures.ts'
import { openTestApp, type TestApp, type TestMerchant } from '#test/test-app.ts'
import { connectionOf, openFakeProvider, type FakeProvider } from './fixtures.ts'

let testApp: TestApp
let provider: FakeProvider
let merchant: TestMerchant
beforeAll(async () => {
  testApp = await openTestApp()
  provider = await openFakeProvider()
})
afterAll(async () => {
  await provider.close()
  await testApp.close()
})
beforeEach(async () => {
  merchant = await withSso(`Blue Door ${crypto.randomUUID().slice(0, 8)}`)
})

async function withSso(company: string, of?: TestMerchant): Promise<TestMerchant> {
  const owner = of ?? (await testApp.addMerchant({ logins: ['admin', 'payment-user'] }))
  const admin = await personIn(testApp, owner)
  const body = { ...connectionOf(provider.issuer, owner.slug), company_name: company }
  const saved = await admin.call(await admin.session(), 'PUT', '/api/single-sign-on', body)
  if (saved.status !== 200) throw new Error(saved.text)
  return owner
}
const sql = (text: string, values: unknown[]) => testApp.owner.transaction(null, (tx) => tx.query(text, values))
const found = async (company: string) => {
  const answer = await testApp.call(null, 'POST', '/api/sso/find', { company })
  expect(answer.status).toBe(200)
  return (answer.body.content as unknown as { tenant_id: string | null }).tenant_id
}

it('a company is found by its name, by its name in the address, and by the domain of a work address', async () => {
  const [{ company_name: company } = { company_name: '' }] = (await sql(
    'select company_name from sso_connections where merchant_id = $1',
    [merchant.merchantId],
  )) as { company_name: string }[]
  for (const typed of [company, ` ${company.toUpperCase()} `, merchant.slug, `admin@${merchant.slug}.example`])
    expect(await found(typed), typed).toBe(merchant.slug)
})

it('a name is found however its letters are written, of any language', async () => {
  const ending = crypto.randomUUID().slice(0, 8)
  const owner = await withSso(`Élan ĐẶNG ${ending}`)
  for (const typed of [`élan đặng ${ending}`, `ÉLAN ĐẶNG ${ending}`, `Élan Đặng ${ending}`.normalize('NFD')])
    expect(await found(typed), typed).toBe(owner.slug)
})

it('an address is no name: a company that calls itself by one does not get its sign-ins', async () => {
  const address = `jane@${crypto.randomUUID().slice(0, 8)}.example`
  await withSso(address)
  expect(await found(address)).toBeNull()
  await withSso(`admin@${merchant.slug}.example`)
  expect(await found(`admin@${merchant.slug}.example`)).toBe(merchant.slug)
})

it('an address that nobody has is answered like one that somebody has', async () => {
  expect(await found(`nobody.at.all@${merchant.slug}.example`)).toBe(merchant.slug)
  expect(await found('admin@elsewhere.example')).toBeNull()
  for (const typed of ['%', '@', 'a@', "' or true --", `@x.${merchant.slug}.example`])
    expect(await found(typed), typed).toBeNull()
})

it('a domain counts only where somebody has confirmed an address of it, and a connection while it is on', async () => {
  const work = `somebody@${merchant.slug}.example`
  await sql('update sub_users set is_email_verified = false where merchant_id = $1', [merchant.merchantId])
  expect(await found(work)).toBeNull()
  await sql('update sub_users set is_email_verified = true where merchant_id = $1', [merchant.merchantId])
  expect(await found(work)).toBe(merchant.slug)
  await sql('update sso_connections set enabled = false where merchant_id = $1', [merchant.merchantId])
  for (const typed of [work, merchant.slug]) expect(await found(typed)).toBeNull()
})

it('a name or domain that two businesses share leads to neither', async () => {
  const other = await withSso('Twice')
  await sql('update sso_connections set company_name = $2 where merchant_id = $1', [merchant.merchantId, 'TWICE'])
  expect(await found('twice')).toBeNull()
  await sql(`update sub_users set email = sub_user_id || '@' || $2 where merchant_id = $1`, [
    other.merchantId,
    `${merchant.slug}.example`,
  ])
  expect(await found(`a@${merchant.slug}.example`)).toBeNull()
  expect(await found(merchant.slug)).toBe(merchant.slug)
})

it('an address at a public mail provider leads to no company, whoever of it has confirmed one there', async () => {
  await sql(
    `update sub_users set email = 'owner-' || left(sub_user_id::text, 8) || '@gmail.com' where merchant_id = $1`,
    [merchant.merchantId],
  )
  expect(await found('anybody@gmail.com')).toBeNull()
  expect(await found(merchant.slug)).toBe(merchant.slug)
})
