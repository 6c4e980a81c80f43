import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCalls } from '#contract/contract.ts'
import { newWebhookSecret, webhookHeaders } from '#server/kit/outbound/webhook-signature.ts'
import { openTestApp, type TestApp, type TestMerchant } from './test-app.ts'

/** The examples of docs/merchant-server.md are run as they stand there, against the real thing. */
const page = readFileSync(join(import.meta.dirname, '../docs/merchant-server.md'), 'utf8')
const example = (language: string, nth = 0) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))][nth]?.[1] ?? ''
const run = promisify(execFile)

let testApp: TestApp
let merchant: TestMerchant
let env: Record<string, string>
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = testApp.app.server.address() as AddressInfo
  env = { ORIGIN: `http://127.0.0.1:${port}`, MERCHANT_KEY: merchant.key, MERCHANT_SECRET: merchant.secret }
})
afterAll(() => testApp.close())

async function madeLinks(order: string): Promise<number> {
  const rows = await testApp.owner.transaction(null, (tx) =>
    tx.query('select 1 from payment_links where merchant_id = $1 and merchant_order_ref like $2', [
      merchant.merchantId,
      `${order}-%`,
    ]),
  )
  return rows.length
}

it('the page names every call that a server may make, and no other', () => {
  const forServers = allCalls().flatMap(({ name, call }) => (call.server ? [name] : []))
  const table = page.slice(page.indexOf('| about'), page.indexOf('## The token'))
  const named = [...table.matchAll(/`([a-z]+[A-Z]\w+)`/g)].map(([, name]) => name)
  expect(new Set(named)).toEqual(new Set<string | undefined>(forServers))
})

describe('the example', () => {
  it('in Node makes a link', async () => {
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', example('js')], { env })
    expect(stdout).toMatch(/\/pay\/[0-9A-Za-z]{27}\n$/)
    expect(await madeLinks('SHOP')).toBe(1)
  })

  it('in Node says so when the secret is not right', async () => {
    const wrong = { ...env, MERCHANT_SECRET: 'not the secret' }
    await expect(run(process.execPath, ['--input-type=module', '--eval', example('js')], { env: wrong })).rejects.toThrow(/server token isn't valid/) // prettier-ignore
  })

  const tools = ['/usr/bin/curl', '/usr/bin/openssl', '/bin/sh']
  it.runIf(tools.every((tool) => existsSync(tool)))('in a shell makes a link', async () => {
    const { stdout } = await run('/bin/sh', ['-ec', example('sh')], { env: { ...env, PATH: '/usr/bin:/bin' } })
    expect((JSON.parse(stdout) as { status_reason: string }).status_reason).toBe('SUCCESS')
    expect(await madeLinks('SHELL')).toBe(1)
  })

  it('of a server that confirms payments believes what is signed, answers as it did, and says why it refuses', async () => {
    const secret = newWebhookSecret()
    const server = spawn(process.execPath, ['--input-type=module', '--eval', example('js', 1)], {
      env: { SECURE_SECRET: secret, PORT: '0' },
    })
    const [port] = (await once(server.stdout, 'data')) as [Buffer]
    const ask = async (amount: number, id: string, by = secret) => {
      const body = JSON.stringify({ portone_order_ref: 'p1', amount, currency: 'SGD' })
      const headers = { ...webhookHeaders({ id, timestamp: new Date(), body, secrets: [by] }) }
      const answer = await fetch(`http://127.0.0.1:${String(port).trim()}`, { method: 'POST', headers, body })
      return { status: answer.status, text: await answer.text() }
    }
    expect(await ask(100, 'one')).toEqual({ status: 200, text: '' })
    expect(await ask(2_000, 'two')).toEqual({
      status: 409,
      text: '{"reason":"We sell no more than 1,000 at once."}',
    })
    expect((await ask(2_000, 'one')).status).toBe(200)
    expect((await ask(100, 'three', newWebhookSecret())).status).toBe(401)
    server.kill()
  })
})
