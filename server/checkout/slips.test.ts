import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'

/** Slips of direct transfers, from the shopper's page to the merchant's console. */
let paying: Paying
beforeAll(async () => {
  paying = await openPaying()
})
afterAll(() => paying.close())

async function transfer(): Promise<{ link: string; orderRef: string }> {
  const link = await paying.link({})
  const { orderRef } = await paying.start(link, { method: 'DIRECT_BANK_TRANSFER' })
  await paying.settle(orderRef)
  return { link, orderRef }
}
async function send({ link, orderRef }: { link: string; orderRef: string }, payload: Buffer, name = 'slip.jpg') {
  const { statusCode, json } = await paying.testApp.app.inject({
    method: 'POST',
    url: `/gateway/api/checkout/${link}/attempts/${orderRef}/slips?name=${encodeURIComponent(name)}`,
    headers: { 'content-type': 'application/octet-stream' },
    payload,
  })
  return { status: statusCode, ...(json() as { Message?: string; status_reason?: string }) }
}
const picture = (format: 'png' | 'jpeg') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#1b5fd1' } })
    .withExif({ IFD0: { Copyright: 'somebody at home' } })
    .toFormat(format)
    .toBuffer()
const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

describe('a slip', () => {
  it('is stored with its payment, re-encoded, and visible to its merchant only', async () => {
    const at = await transfer()
    expect((await send(at, await picture('png'), 'my\u202e slip.png')).status).toBe(200)
    expect((await send(at, pdf, 'slip.pdf')).status).toBe(200)
    expect(await paying.attempt(at.link, at.orderRef)).toMatchObject({ slips: 2, may_cancel: false, state: 'waiting' })
    expect((await paying.cancel(at.link, at.orderRef)).reason).toBe('INVALID_STATUS_TYPE')

    const { payment_slip: slips } = (await paying.read(at.orderRef)).direct_bank_transfer_details
    expect(slips.map(({ name, type }) => [name, type])).toEqual([
      ['my slip.png', 'image/png'],
      ['slip.pdf', 'application/pdf'],
    ])
    const path = (slip: string, order = at.orderRef) =>
      `/merchant/${paying.merchant.key}/payment-slips/${order}/${slip}`
    const answer = await paying.call('GET', path(slips[0]?.slip_id ?? ''))
    const { data_url } = answer.body.content as unknown as { data_url: string }
    const kept = Buffer.from(data_url.split(',')[1] ?? '', 'base64')
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'png', width: 40, height: 30 })
    expect(kept.includes('somebody at home')).toBe(false)

    const other = await transfer()
    expect((await paying.call('GET', path(slips[0]?.slip_id ?? '', other.orderRef))).status).toBe(404)
    expect((await paying.call('GET', path('nonsense'))).status).toBe(404)
    const stranger = await paying.testApp.signIn(await paying.testApp.addMerchant())
    const theirs = `/merchant/${stranger.merchant.key}/payment-slips/${at.orderRef}/${slips[0]?.slip_id}`
    expect((await paying.testApp.call(stranger, 'GET', theirs)).status).toBe(404)
  })

  it('is refused by an error of its own when it is no picture or document, too large, or one too many', async () => {
    const at = await transfer()
    const jpeg = await picture('jpeg')
    for (const payload of [
      Buffer.alloc(0),
      Buffer.from('<svg onload="x">'),
      jpeg.subarray(0, 60),
      Buffer.from('%PDF-1.4 cut'),
    ])
      expect(await send(at, payload)).toMatchObject({ status: 400, Message: 'Uploaded File is invalid' })
    expect(await send(at, Buffer.alloc(20 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
      Message: 'Maximum 20 MB file is allowed',
    })
    for (let sent = 0; sent < 5; sent++) expect((await send(at, jpeg)).status).toBe(200)
    expect((await send(at, jpeg)).status_reason).toBe('INVALID_MAXIMUM_AMOUNT_LIMIT')
    expect((await paying.read(at.orderRef)).direct_bank_transfer_details.payment_slip).toHaveLength(5)
  })

  it('is accepted only for a pending direct transfer of this link', async () => {
    const at = await transfer()
    const jpeg = await picture('jpeg')
    const other = await paying.link({})
    expect((await send({ link: other, orderRef: at.orderRef }, jpeg)).status).toBe(404)
    expect((await send({ link: '0'.repeat(27), orderRef: at.orderRef }, jpeg)).status).toBe(404)
    const wallet = (await paying.start(other, { method: 'WALLET' })).orderRef
    await paying.settle(wallet)
    expect((await send({ link: other, orderRef: wallet }, jpeg)).status).toBe(409)
    await paying.simulator.act(at.orderRef, { act: 'approve' })
    await paying.settle(at.orderRef)
    expect((await send(at, jpeg)).status).toBe(409)
  })
})
