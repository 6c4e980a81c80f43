import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { credentialBy } from '#server/providers/simulator/dialect.ts'
import { startSimulator } from '#server/providers/simulator/main.ts'
import { stripeProvider } from '#server/providers/stripe/adapter.ts'

const secretKey = 'sk_test_e2e'
const theme = {
  dark: false,
  ink: '#111',
  soft: '#666',
  ground: '#fff',
  accent: '#00f',
  bad: '#c00',
  font: 'serif',
  rtl: false,
}

/** The browser half alone on a page with the policy that the adapter's origins make. */
const pageOf = (settings: object): string => `<!doctype html><html lang="en"><title>Pay</title><div id="place"></div>
<script type="module">
import { stripe } from '/providers/stripe.ts'
window.said = []
const parts = { settings: ${JSON.stringify(settings)}, theme: ${JSON.stringify(theme)}, language: 'en' }
window.card = stripe.mount(document.querySelector('#place'), { ...parts, onFault: (fault) => window.said.push(fault) })
</script></html>`

test('a card is typed into the frame of Stripe and becomes a method that pays', async ({ page }) => {
  const dir = await mkdtemp(join(tmpdir(), 'stripe-card-'))
  const options = { port: 0, host: '127.0.0.1', dir, secretKey, publishableKey: 'pk_test_e2e' }
  const simulator = await startSimulator(options)
  const url = `http://127.0.0.1:${simulator.port}/stripe`
  const credential = credentialBy('stripe', secretKey)
  const credentials = { secret_key: credential('sk_test_', 'acme'), publishable_key: credential('pk_test_', 'acme') }
  const provider = stripeProvider({ credentials, url, warn: () => undefined })
  const entry = provider.cardEntry()
  const server = createServer(async ({ url: path = '/' }, reply) => {
    const file = /^\/(providers\/stripe|load-script)\.ts$/.test(path)
    const body = file
      ? stripTypeScriptTypes(await readFile(join(import.meta.dirname, '../checkout', path), 'utf8'))
      : pageOf(entry?.settings ?? {})
    const scripts = `script-src 'self' 'unsafe-inline' ${entry?.scriptOrigins?.join(' ')}`
    reply.writeHead(200, {
      'content-type': file ? 'text/javascript' : 'text/html',
      'content-security-policy': `default-src 'none'; ${scripts}; style-src-attr 'unsafe-inline'; frame-src ${entry?.frameOrigins?.join(' ')}`,
    })
    reply.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const frame = page.frameLocator('iframe')
    const evaluate = (script: string): Promise<unknown> => page.evaluate(script)
    const exchange = () => evaluate(`card.token({ holder: 'Ada Lovelace', email: '' })`)
    await expect(frame.getByLabel('Card number')).toBeVisible()
    await evaluate('card.ready')

    await frame.getByLabel('Card number').fill('4242 4242 4242 4241')
    await frame.getByLabel('Expiry date').fill('12 / 39')
    await frame.getByLabel('Security code').fill('123')
    expect(await exchange()).toEqual({ kind: 'field', field: 'number', fault: 'numberInvalid' })

    await frame.getByLabel('Card number').fill('4242 4242 4242 4242')
    const outcome = (await exchange()) as { kind: string; token: string }
    expect(outcome).toMatchObject({ kind: 'token' })
    expect(outcome.token).toMatch(/^pm_/)
    const paid = await provider.authorise(
      {
        key: 'by-frame',
        amountMinor: 1_000n,
        currency: 'USD',
        method: { type: 'CARD', subType: 'INT_CREDIT_DEBIT_CARD' },
        given: { token: outcome.token },
        payerName: 'Ada Lovelace',
        payerEmail: '',
        capture: true,
        description: '',
        callbackUrl: '',
        returnUrl: 'http://127.0.0.1:9/',
        expiresAt: null,
        country: 'SG',
        merchantKey: 'mk',
        environment: 'sandbox',
      },
      AbortSignal.timeout(10_000),
    )
    expect(paid).toMatchObject({ kind: 'captured', card: { brand: 'visa' } })
    await evaluate('card.destroy()')
    await expect(page.locator('iframe')).toHaveCount(0)
  } finally {
    server.close()
    server.closeAllConnections()
    await simulator.close()
    await rm(dir, { recursive: true, force: true })
  }
})
