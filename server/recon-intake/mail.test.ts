import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startReconMail } from '#server/recon-mail.ts'
import { openIntake, type Intake } from './fixtures.ts'

let intake: Intake
let mails: { port: number; stop(): Promise<void> }
let address: string
beforeAll(async () => {
  intake = await openIntake()
  await intake.metadata('UPDATE_MERCHANT_PSP_EMAIL', { merchant_psp_email: 'Reports@Provider.example' })
  const settings = { domain: 'in.pay.example', host: '127.0.0.1', port: 0, tls: null }
  mails = await startReconMail(intake.testApp.parts, settings, () => intake.testApp.clock.now ?? new Date())
  const { metadata } = (await intake.shown()) as unknown as { metadata: { recon_email: string } }
  address = metadata.recon_email
})
beforeEach(async () => {
  intake.later(61_000)
  await intake.sql(`delete from recon_arrivals where merchant_id = $1`)
  await intake.sql(`delete from notices where merchant_id = $1`)
})
afterAll(async () => {
  await mails.stop()
  await intake.close()
})

/** What the mail server says; null when it has taken the mail. */
async function send(mail: SendMailOptions): Promise<string | null> {
  const transport = createTransport({ host: '127.0.0.1', port: mails.port, tls: { rejectUnauthorized: false } })
  try {
    await transport.sendMail({
      from: 'reports@provider.example',
      to: address,
      subject: 'Report',
      text: 'Hello',
      ...mail,
    })
    return null
  } catch (error) {
    return (error as { response?: string }).response ?? String(error)
  } finally {
    transport.close()
  }
}
const csv = { filename: 'settlement.csv', content: 'a,b\n1,2\n' }
const mailOf = async (state: string) =>
  (
    await intake.sql<{ mail_id: string }>(
      `select mail_id from recon_mails where merchant_id = $1 and state = '${state}'`,
    )
  )[0]?.mail_id ?? ''
const decide = (mailId: string, decision: string) =>
  intake.testApp.call(intake.session, 'POST', `/api/recon/intake/mails/${mailId}/decide`, {
    environment: 'sandbox',
    decision,
  })

describe('a mail with files', () => {
  it('of the channel’s sender is taken, without what is no file', async () => {
    const signature = { filename: 'logo.png', content: 'x', contentType: 'image/png' }
    expect(await send({ attachments: [csv, signature] })).toBeNull()
    await intake.work()
    expect(await intake.arrivals()).toMatchObject([{ name: 'settlement.csv', state: 'taken' }])
    expect(await intake.sql('select 1 from recon_intake_parts where merchant_id = $1')).toEqual([])
  })

  it('of somebody else waits for a decision, and is taken when it is accepted', async () => {
    expect(await send({ from: 'someone@else.example', attachments: [csv] })).toBeNull()
    await intake.work()
    expect(await intake.arrivals()).toMatchObject([{ state: 'waiting' }])
    expect(await intake.notices()).toEqual(['recon_unknown_sender'])
    expect(await intake.shown()).toMatchObject({ waiting_mails: 1 })
    const mailId = await mailOf('waiting')
    expect((await decide(mailId, 'accept')).status).toBe(200)
    await intake.work()
    expect(await intake.arrivals()).toMatchObject([{ name: 'settlement.csv', state: 'taken' }])
    expect((await decide(mailId, 'refuse')).status).toBe(409)
  })

  it('that is refused stays refused, and its bytes are let go', async () => {
    await send({ from: '"reports@provider.example" <x@else.example>', attachments: [csv] })
    await intake.work()
    await decide(await mailOf('waiting'), 'refuse')
    expect(await intake.arrivals()).toMatchObject([{ state: 'refused', reason: 'refused_by_person' }])
    expect(await intake.sql('select 1 from recon_intake_parts where merchant_id = $1')).toEqual([])
  })

  it('that nobody decides on is let go after thirty days', async () => {
    await send({ from: 'someone@else.example', attachments: [csv] })
    await intake.work()
    intake.later(31 * 86_400_000)
    await intake.sweep()
    await intake.work()
    expect(await intake.arrivals()).toMatchObject([{ state: 'refused', reason: 'lapsed' }])
  })

  it('whose name climbs is named by its last part', async () => {
    await send({ attachments: [{ ...csv, filename: '../../etc/passwd.csv' }] })
    await intake.work()
    expect(await intake.arrivals()).toMatchObject([{ name: 'passwd.csv', state: 'taken' }])
  })

  it('is acknowledged only when it is kept, and nothing is answered', async () => {
    expect(await send({ attachments: [csv] })).toBeNull()
    expect(
      await intake.sql(`select state from recon_mails where merchant_id = $1 and state = 'received'`),
    ).toHaveLength(1)
    await intake.work()
    expect(await intake.sql(`select 1 from messages where merchant_id = $1 and created_at > now() - interval '1 hour'`)).toEqual([]) // prettier-ignore
  })
})

describe('the mail server', () => {
  it('refuses an unknown recipient at once, and any other domain', async () => {
    expect(await send({ to: `recon-${'a'.repeat(26)}@in.pay.example` })).toMatch(/^550/)
    expect(await send({ to: address.replace('in.pay', 'out.pay') })).toMatch(/^550/)
    expect(await send({ to: 'postmaster@in.pay.example' })).toMatch(/^550/)
  })

  it('refuses a mail above 25 MB, and keeps nothing of it', async () => {
    expect(await send({ attachments: [{ filename: 'a.bin', content: Buffer.alloc(26 * 1024 * 1024) }] })).toMatch(
      /^552/,
    )
    expect(await intake.sql('select 1 from recon_intake_parts where merchant_id = $1')).toEqual([])
  })

  it('takes ten mails a minute for an address', async () => {
    const said = []
    for (let at = 0; at < 11; at++) said.push(await send({ text: 'x' }))
    expect(said.slice(0, 10)).toEqual(Array(10).fill(null))
    expect(said[10]).toMatch(/^450/)
    await intake.work()
    expect((await intake.arrivals()).map(({ reason }) => reason)).toEqual(Array(10).fill('no_attachment'))
  })

  it('shows a mailbox’s confirmation for seven days, and a link only of the sender’s own domain', async () => {
    const text = `you@shop.example has requested to automatically forward mail to your address.
      Confirmation code: 482915367
      https://evil.example/confirm?x https://mail-settings.google.com/mail/vf-abc-123`
    await send({ from: 'forwarding-noreply@google.com', subject: '(#482915367) Forwarding Confirmation', text })
    await intake.work()
    const confirmed = {
      recon_confirmation_code: '482915367',
      recon_confirmation_link: 'https://mail-settings.google.com/mail/vf-abc-123',
    }
    expect(await intake.shown()).toMatchObject({ metadata: confirmed })
    intake.later(7 * 86_400_000)
    expect(await intake.shown()).toMatchObject({
      metadata: { recon_confirmation_code: '', recon_confirmation_link: '' },
    })
  })
})
