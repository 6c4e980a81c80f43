import { describe, expect, test } from 'vitest'
import { receiverSample } from '#console/webhooks/receiver-sample.ts'
import { newWebhookSecret, webhookHeaders } from '#server/kit/outbound/webhook-signature.ts'

type IsGenuine = (headers: Record<string, string>, rawBody: string, secret: string) => boolean
const { isGenuine } = (await import(
  /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(receiverSample)}`
)) as { isGenuine: IsGenuine }

describe('the sample that the console shows for receivers', () => {
  const [secret, before] = [newWebhookSecret(), newWebhookSecret()]
  const body = '{"order_ref":"1","buyer_name":"أمينة"}'
  const sent = (secrets: readonly string[], timestamp = new Date()) =>
    webhookHeaders({ id: '01a1f900-d791', timestamp, body, secrets })

  test('believes what the server sends, and both secrets while one is being replaced', () => {
    expect(isGenuine(sent([secret]), body, secret)).toBe(true)
    expect(isGenuine(sent([secret, before]), body, secret)).toBe(true)
    expect(isGenuine(sent([secret, before]), body, before)).toBe(true)
  })

  test('believes no other body, secret, id or time, and none that is old', () => {
    const headers = sent([secret])
    expect(isGenuine(headers, body.replace('1', '2'), secret)).toBe(false)
    expect(isGenuine(headers, body, before)).toBe(false)
    expect(isGenuine({ ...headers, 'webhook-id': '01a1f900-d792' }, body, secret)).toBe(false)
    expect(
      isGenuine({ ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }, body, secret),
    ).toBe(false)
    expect(isGenuine({ ...headers, 'webhook-timestamp': 'soon' }, body, secret)).toBe(false)
    expect(isGenuine(sent([secret], new Date(Date.now() - 6 * 60_000)), body, secret)).toBe(false)
  })
})
